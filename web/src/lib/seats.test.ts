import { describe, expect, test } from 'vitest';
import { clock, namesIn, replayAddress, short } from './seats';

const NUGGET = '\u{1fa99}'; // a letter of two halves
const there = (names: string[]) => namesIn(new URL(replayAddress('gold.AQID', names), 'http://here').search);

describe('the names in the address of a match', () => {
  test('are those that were put there, whatever they are made of', () => {
    const names = ['Ann & Bo', '#1', 'a/b?c=d', '100%+', `Éva ${NUGGET}`];
    expect(there(names)).toEqual(names);
  });

  test('keep their seats when one has none', () => {
    expect(there(['Ann', '', ' Bo '])).toEqual(['Ann', '', 'Bo']);
  });

  test('are no longer than a name can be, and no letter is cut in half', () => {
    expect(there(['x'.repeat(500)])).toEqual(['x'.repeat(30)]);
    expect(there([NUGGET.repeat(500)])).toEqual([NUGGET.repeat(30)]);
  });

  test('are none where nobody is named', () => {
    expect(namesIn('')).toEqual([]);
  });
});

describe('a name with little room', () => {
  test('ends early, between two letters', () => {
    expect(short('Prospector', 10)).toBe('Prospector');
    expect(short('Prospectors', 10)).toBe('Prospecto…');
    expect(short(NUGGET.repeat(4), 4)).toBe(NUGGET.repeat(4));
    expect(short(NUGGET.repeat(5), 4)).toBe(`${NUGGET.repeat(3)}…`);
  });
});

describe('a clock', () => {
  test('shows minutes and seconds, or whole hours when there are many', () => {
    expect([0, 9.9, 60, 3725, 7199, 7200, 86_400].map(clock)).toEqual([
      '0:00',
      '0:09',
      '1:00',
      '62:05',
      '119:59',
      '2\u00a0h',
      '24\u00a0h',
    ]);
  });
});
