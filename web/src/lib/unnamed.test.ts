import { expect, test } from 'vitest';
import { unnamed } from './unnamed';

test('whoever is alone at a screen is asked without a name, and told of with it', () => {
  expect(unnamed('Ann: where do you go?', 'Ann')).toBe('Where do you go?');
  expect(unnamed('Ann\u00a0: où allez-vous\u202f?', 'Ann')).toBe('Où allez-vous\u202f?');
  expect(unnamed('Ann, 3 squares left: which way?', 'Ann')).toBe('3 squares left: which way?');
  expect(unnamed('Ann wins the duel!', 'Ann')).toBe('Ann wins the duel!');
  expect(unnamed('Anna: where do you go?', 'Ann')).toBe('Anna: where do you go?');
});
