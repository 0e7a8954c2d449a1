// Bots by their names: ours have one in each language, those of others that a server has beside them are called as
// they are.

import { PERSONAS } from '../catalogue';
import type { GuestInfo } from '../messages';
import { settings } from './settings.svelte';
import { say } from './texts.svelte';

/** What a bot is called. */
export function botName(key: string, guests: GuestInfo[] = []): string {
  if (key in PERSONAS) return say(`persona.${key}.name`);
  return guests.find((one) => one.key === key)?.name ?? key;
}

/** What there is to say of a bot, and how it thinks. */
export function aboutBot(key: string, guests: GuestInfo[]): string {
  if (key in PERSONAS) return say(`persona.${key}.about`);
  const ms = guests.find((one) => one.key === key)?.ms ?? 0;
  return say('guests.about', { seconds: (ms / 1000).toLocaleString(settings.lang) });
}
