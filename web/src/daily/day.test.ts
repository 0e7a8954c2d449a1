// Days and times of challenges.

import { expect, test } from 'vitest';
import { dayName, timeOf } from './day';

test('a day is the day of UTC, wherever one is', () => {
  expect(dayName('2026-11-19', 'en')).toBe('Thursday, November 19');
  expect(dayName('2026-11-19', 'fr')).toBe('jeudi 19 novembre');
});

test('a time is that of the own clock', () => {
  const noon = new Date(2026, 10, 19, 12, 30).getTime();
  expect(timeOf(noon, 'fr')).toBe('12:30');
});
