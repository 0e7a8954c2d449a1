// What a person has chosen for this browser, kept there.

import { LANGUAGES } from '../catalogue';

export const THEMES = ['system', 'paper', 'night'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const;

export interface Settings {
  lang: keyof typeof LANGUAGES;
  theme: (typeof THEMES)[number];
  sound: boolean;
  speed: (typeof SPEEDS)[number];
  patterns: boolean;
  name: string;
  notify: boolean; // whether this browser shows notifications when it is one's turn
  met: string[]; // games of which a match was played here: what they are about has been told
}

const KEPT = 'goldrush';
const PACE: Record<Settings['speed'], number> = { slow: 1800, normal: 1000, fast: 450, instant: 0 };

function usual(): Settings {
  const known = Object.keys(LANGUAGES) as Settings['lang'][];
  const lang = known.find((code) => navigator.language?.split('-')[0] === code) ?? 'en';
  return { lang, theme: 'system', sound: true, speed: 'normal', patterns: false, name: '', notify: false, met: [] };
}

function read(): Settings {
  const base = usual();
  try {
    return { ...base, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
  } catch {
    return base; // nothing is kept here, or not by us
  }
}

export const settings: Settings = $state(read());

/** Keeps a choice. */
export function choose<K extends keyof Settings>(what: K, value: Settings[K]): void {
  settings[what] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

/** Milliseconds for which something that happened is shown before the next thing does. */
export function pace(): number {
  return PACE[settings.speed];
}

/** Whether things may travel over the screen. */
export function moves(): boolean {
  return settings.speed !== 'instant' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
