import { expect, test } from 'vitest';
import { proposed } from './address';

test.each([
  ['Ada Lovelace', 'ada-lovelace'],
  ['  Élodie & Zoë ', 'elodie-zoe'],
  ['Bo', ''],
  ['李小龙', ''],
  ['a'.repeat(23) + ' b', 'a'.repeat(23)],
])('%s is at %s', (name, address) => {
  expect(proposed(name)).toBe(address);
});
