// Seats: the symbol and the pattern of each of the six, beside its colour; who sits there, and for how long one waits.

import type { Seat } from '../messages';
import { botName } from './bots';
import { root } from './root';
import { say } from './texts.svelte';

export const SYMBOLS = ['pick', 'pan', 'lantern', 'boot', 'horseshoe', 'star'] as const;
export const PATTERNS = ['plain', 'stripes', 'dots', 'checks', 'waves', 'cross'] as const;

const LONGEST = 30; // a name of 24 letters, and what tells equal ones apart

/** What whoever sits there is called. */
export function nameOf(seat: Seat, number: number): string {
  if (seat.name) return seat.name;
  if (seat.gone) return say('seat.somebody');
  if (seat.guest) return seat.guest.name;
  return seat.persona ? botName(seat.persona) : say('seat.number', { number: number + 1 });
}

/** How long something still lasts. */
export function clock(seconds: number): string {
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)}\u00a0h`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** A name where there is only so much room for it. */
export function short(name: string, most: number): string {
  const letters = [...name]; // not halves of them, of which an emoji has two
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : name;
}

/** The address of a match as it was played, or of its review: its link knows the seats only, not who sat there. */
export function replayAddress(link: string, names: string[], page: 'replay' | 'review' = 'replay'): string {
  return `${root}/${page}/${link}?${new URLSearchParams(names.map((name) => ['by', name]))}`;
}

/** The names that such an address tells, by seat; whoever made it may have put anything there. */
export function namesIn(search: string): string[] {
  return new URLSearchParams(search).getAll('by').map((name) => [...name.trim()].slice(0, LONGEST).join(''));
}

/** The names of all seats; equal ones are told apart by a number. */
export function namesOf(seats: Seat[]): string[] {
  const names = seats.map(nameOf);
  return names.map((name, n) => {
    const before = names.slice(0, n).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}
