// How strong bots are, in stars and words; Elo with its error is on the page about bots.

import { PERSONAS } from '../catalogue';
import { say } from './texts.svelte';

export const MOST = 5;

/** The stars of a bot, from 1 to 5. */
export function starsOf(persona: string): number {
  return (PERSONAS as Record<string, { stars: number }>)[persona]?.stars ?? 1;
}

/** The stars as they stand in a line of text. */
export function starry(persona: string): string {
  return '★'.repeat(starsOf(persona));
}

/** How strong it is, in a word. */
export function levelOf(persona: string): string {
  return say(`strength.${starsOf(persona)}`);
}

/** A bot where one is chosen from a list. */
export function choiceOf(persona: string): string {
  return `${say(`persona.${persona}.name`)} ${starry(persona)} ${levelOf(persona)}`;
}
