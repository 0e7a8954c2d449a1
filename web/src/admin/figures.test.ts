import { describe, expect, test } from 'vitest';
import { bytes, listed, number, seconds } from './figures';

describe('figures of a server', () => {
  test.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [4_210_000, '4.2 MB'],
    [42_100_000, '42 MB'],
    [7e15, '7,000 TB'],
  ])('%s bytes are %s', (size, said) => expect(bytes(size, 'en')).toBe(said));

  test.each([
    [0.0004, '0.4 ms'],
    [0.12, '120 ms'],
    [1.25, '1.3 sec'],
  ])('%s seconds are %s', (time, said) => expect(seconds(time, 'en')).toBe(said));

  test('are written as in the language', () => {
    expect(number(1234.56, 'en')).toBe('1,234.6');
    expect(number(1234.56, 'fr')).toBe('1\u202f234,6');
  });

  test('a list has a word in each line', () => {
    expect(listed('rat\n\n  fool’s gold \nrat\n')).toEqual(['rat', 'fool’s gold']);
  });
});
