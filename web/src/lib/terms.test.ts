import { beforeAll, describe, expect, test } from 'vitest';
import type { Seat, Table } from '../messages';
import { face, inFull, lasting, leftOf, OFFERED, briefly, running } from './terms';
import { load } from './texts.svelte';

const seat = (more: Partial<Seat>): Seat => ({
  name: 'Ada',
  persona: null,
  taken: true,
  lots: false,
  present: true,
  until: null,
  wins: 0,
  gone: false,
  left: null,
  due: null,
  late: false,
  away: null,
  vacation: 0,
  rating: null,
  guest: null,
  ...more,
});

beforeAll(() => load('en'));

describe('what time people have', () => {
  test('is said in words, with what happens when it is up', () => {
    expect(lasting(5400)).toBe('1 hour 30 minutes');
    expect(briefly({ bank: 600, increment: 5 })).toBe('10 minutes + 5 seconds');
    expect(inFull({ bank: 600, increment: 5 })).toMatch(
      /^10 minutes each for the whole match, and 5 seconds more for each move\..*none left is played by a bot/,
    );
    expect(inFull({ pace: 86_400, vacation: 7 })).toMatch(/^1 day per move\..*until they come back\..*7 days off/);
    expect(inFull({})).toBe('');
  });
  test('is said differently for all that is offered', () => {
    const said = OFFERED.flatMap(({ times }) => times.map(briefly));
    expect(new Set(said).size).toBe(said.length);
  });
  test('runs down by the server’s clock, or stands', () => {
    expect(leftOf(seat({ due: 65_000 }), 5000)).toBe(60);
    expect(leftOf(seat({ due: 1000 }), 5000)).toBe(0);
    expect(leftOf(seat({ left: 90_500 }), 5000)).toBe(90.5);
    expect(leftOf(seat({}), 5000)).toBeNull();
    expect(running({ seats: [seat({}), seat({ due: 1 })] } as Table)).toBe(1);
    expect(running({ seats: [seat({})] } as Table)).toBeNull();
  });
  test('is shown in the unit that matters', () => {
    expect([face(9.7), face(754), face(80_000), face(200_000)]).toEqual(['0:09', '12:34', '22 hours', '2 days']);
  });
});
