import { expect, test } from 'vitest';
import type { PersonaInfo } from '../messages';
import { measured, seatable, signed, USUAL } from './rated';

const zoe: PersonaInfo = { key: 'zoe', strength: { gold: { 2: [-360, 45] } } };
const maud: PersonaInfo = { key: 'maud', strength: {} };

test('at a rated table sit people, and bots that were measured there', () => {
  expect(measured(zoe, 'gold', 2)).toBe(true);
  expect(measured(zoe, 'gold', 3)).toBe(false);
  expect(seatable(['you', 'zoe', 'maud', 'shared', 'open'], [zoe, maud], 'gold', 2)).toEqual([
    'you',
    'zoe',
    'open',
    'open',
    'open',
  ]);
});

test('a rated match has a time limit', () => {
  expect(USUAL).toEqual({ pace: 60 });
});

test.each([
  [12, '+12'],
  [0, '+0'],
  [-7, '−7'],
])('a change of %d is written %s', (change, said) => {
  expect(signed(change)).toBe(said);
});
