// Small sounds, made of oscillators and noise; silent until the first click, as browsers demand.

import { settings } from './settings.svelte';

export type Sound = 'card' | 'dice' | 'gold' | 'win' | 'turn' | 'boom' | 'key';

let context: AudioContext | null = null;

/** Lets sounds be heard from the first click on. */
export function wake(): void {
  if (!context && settings.sound && 'AudioContext' in globalThis) context = new AudioContext();
  void context?.resume();
}

/** Plays a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!context || !settings.sound || context.state !== 'running') return;
  SOUNDS[sound](context, context.currentTime);
}

function tone(ctx: AudioContext, at: number, pitch: number, length: number, loud = 0.12): void {
  const voice = ctx.createOscillator();
  const gain = ctx.createGain();
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(ctx.destination);
  voice.start(at);
  voice.stop(at + length);
}

function noise(ctx: AudioContext, at: number, length: number, pitch: number, loud = 0.15): void {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = ctx.createBufferSource();
  const filter = ctx.createBiquadFilter();
  const gain = ctx.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, (ctx: AudioContext, at: number) => void> = {
  card: (ctx, at) => noise(ctx, at, 0.07, 2600, 0.25),
  dice: (ctx, at) => [0, 0.07, 0.13, 0.22].forEach((late, n) => noise(ctx, at + late, 0.05, 1500 - 200 * n, 0.4)),
  gold: (ctx, at) => [1320, 1760, 2217].forEach((pitch, n) => tone(ctx, at + 0.06 * n, pitch, 0.35, 0.07)),
  win: (ctx, at) => [523, 659, 784, 1047].forEach((pitch, n) => tone(ctx, at + 0.13 * n, pitch, 0.6)),
  turn: (ctx, at) => [660, 880].forEach((pitch, n) => tone(ctx, at + 0.1 * n, pitch, 0.25, 0.06)),
  key: (ctx, at) => [0, 0.09].forEach((late, n) => noise(ctx, at + late, 0.03, 3800 - 900 * n, 0.3)),
  boom: (ctx, at) => {
    noise(ctx, at, 0.6, 160, 0.9);
    tone(ctx, at, 60, 0.5, 0.3);
  },
};
