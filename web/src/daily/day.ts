// The day of a challenge, as its players say it.

import { say } from '../lib/texts.svelte';

/** A day of UTC by its name. */
export function dayName(day: string, lang: string): string {
  const names = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(lang, names).format(new Date(`${day}T12:00:00Z`));
}

/** The time of one's own clock. */
export function timeOf(at: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format(at);
}

/** The bots of a challenge, in their order. */
export function rivalsOf(seats: (string | null)[], lang: string): string {
  const names = seats.filter((one) => one !== null).map((one) => say(`persona.${one}.name`));
  return new Intl.ListFormat(lang).format(names);
}

/** What sits at each seat is called, for replays. */
export function namesOf(seats: (string | null)[], name: string): string[] {
  return seats.map((one) => (one === null ? name : say(`persona.${one}.name`)));
}
