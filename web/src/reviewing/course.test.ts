import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, Gone, Refusal } from '../lib/api';
import { Course, waitOf } from './course.svelte';
import { REVIEW } from './review.fixture';

const asked = vi.spyOn(api, 'review');
const budgets = () => asked.mock.calls.map(([, budget]) => budget);

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  asked.mockImplementation((_, budget) => Promise.resolve({ ...REVIEW, budget }));
});
afterEach(() => void vi.useRealTimers());

describe('a review', () => {
  test('is rough at once, then refined, and deep on wish', async () => {
    const course = new Course('gold.AQID');
    const refining = course.ask('normal');
    expect(course.asked).toBe('fast');
    await refining;
    expect(budgets()).toEqual(['fast', 'normal']);
    expect([course.review?.budget, course.asked]).toEqual(['normal', null]);
    await course.ask('deep');
    expect(budgets()).toEqual(['fast', 'normal', 'deep']);
    expect(course.review?.budget).toBe('deep');
  });

  test('keeps the rough one when the refined one does not come, and is asked for again on wish', async () => {
    const course = new Course('gold.AQID');
    asked.mockResolvedValueOnce({ ...REVIEW, budget: 'fast' }).mockRejectedValueOnce(new Gone());
    await course.ask('normal');
    expect([course.review?.budget, course.trouble]).toEqual(['fast', expect.any(Gone)]);
    await vi.runAllTimersAsync();
    expect(budgets()).toEqual(['fast', 'normal']);
    course.again();
    await vi.runAllTimersAsync();
    expect([course.review?.budget, course.trouble]).toEqual(['normal', null]);
  });

  test('is asked for again by itself when it was being prepared', async () => {
    const course = new Course('gold.AQID');
    asked.mockRejectedValueOnce(new Refusal('not_possible', 'being prepared', null, 20));
    await course.ask('normal');
    expect(waitOf(course.trouble)).toBe(20);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(budgets()).toEqual(['fast']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(budgets()).toEqual(['fast', 'fast', 'normal']);
    expect(course.trouble).toBeNull();
  });

  test('is not asked for by a page that was left', async () => {
    const course = new Course('gold.AQID');
    const refining = course.ask('normal');
    course.leave();
    await refining;
    await vi.runAllTimersAsync();
    expect(budgets()).toEqual(['fast']);
    expect(course.review).toBeNull();
  });

  test('waits for another one, and never for what cannot be', () => {
    expect(waitOf(new Refusal('too_fast', 'wait'))).toBeGreaterThan(0);
    expect(waitOf(new Refusal('not_possible', 'too long'))).toBeNull();
    expect(waitOf(new Gone())).toBeNull();
  });
});
