import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { choose } from '../lib/settings.svelte';
import { load } from '../lib/texts.svelte';
import Choices from './Choices.svelte';

let shown: ReturnType<typeof mount> | undefined;
beforeAll(async () => {
  choose('lang', 'en');
  await load('en');
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = '';
});

function show(props: Record<string, unknown>) {
  const act = vi.fn();
  const usual = {
    choices: [],
    amount: null,
    amountName: '',
    word: (one: { text: string }) => one.text,
    act,
    idle: 'nothing',
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  shown = mount(Choices as any, { target: document.body, props: { ...usual, ...props } });
  flushSync();
  return act;
}

describe('what can be done', () => {
  test('stands as buttons in words that play the action', () => {
    const act = show({
      choices: [
        { action: 4, text: 'join' },
        { action: 5, text: 'pass' },
      ],
    });
    const buttons = [...document.querySelectorAll('button')];
    expect(buttons.map((button) => button.textContent)).toEqual(['join', 'pass']);
    buttons[1]!.click();
    expect(act).toHaveBeenCalledWith(5);
  });

  test('is folded when it is much, and still complete', () => {
    show({ choices: Array.from({ length: 64 }, (_, n) => ({ action: n, text: `spot ${n}` })) });
    expect(document.querySelectorAll('details button')).toHaveLength(64);
  });

  test('has what is advised in sight, however much there is', () => {
    show({ choices: Array.from({ length: 64 }, (_, n) => ({ action: n, text: `spot ${n}`, advised: n === 7 })) });
    expect(document.querySelectorAll('details button')).toHaveLength(63);
    const button = document.querySelector('[data-advised=true]')!;
    expect(button.closest('details')).toBeNull();
    expect(button.getAttribute('aria-label')).toContain('spot 7');
  });

  test('has a number to choose where an amount is asked for', () => {
    const act = show({ amount: { name: 'stake', action: 100, least: 0, most: 9 }, amountName: 'Stake' });
    const more = document.querySelector<HTMLButtonElement>('[aria-label="More"]')!;
    more.click();
    more.click();
    flushSync();
    document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(act).toHaveBeenCalledWith(102);
  });

  test('says so when there is nothing to do', () => {
    show({});
    expect(document.body.textContent).toContain('nothing');
  });

  test('is not folded away where the board does not offer it', () => {
    const choices = Array.from({ length: 12 }, (_, action) => ({ action, text: action ? `swap${action}` : 'keep' }));
    show({ choices, unfolded: (one: { text: string }) => one.text === 'keep' });
    const outside = [...document.querySelectorAll('button')].filter((button) => !button.closest('details'));
    expect(outside.map((button) => button.textContent)).toEqual(['keep']);
    expect(document.querySelectorAll('details button')).toHaveLength(11);
  });
});
