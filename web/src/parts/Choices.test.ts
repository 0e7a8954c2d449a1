import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Choice } from '../games';
import { marked } from '../lib/advice';
import { pointed } from '../lib/pointing.svelte';
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

/** Actions of these kinds, numbered in this order. */
const offered = (...kinds: string[]): Choice[] => kinds.map((kind, action) => ({ action, kind, args: {} }));
const spots = offered(...Array.from({ length: 64 }, (_, n) => `spot ${n}`));

function show(props: Partial<ComponentProps<typeof Choices>>) {
  const act = vi.fn();
  const usual = {
    choices: [],
    amount: null,
    amountName: '',
    word: (one: Choice) => one.kind,
    act,
    idle: 'nothing',
  };
  shown = mount(Choices, { target: document.body, props: { ...usual, ...props } });
  flushSync();
  return act;
}

describe('what can be done', () => {
  test('stands as buttons in words that play the action', () => {
    const act = show({ choices: offered('join', 'pass') });
    const buttons = [...document.querySelectorAll('button')];
    expect(buttons.map((button) => button.textContent)).toEqual(['join', 'pass']);
    buttons[1]!.click();
    expect(act).toHaveBeenCalledWith(1);
  });

  test('is folded when it is much, and still complete', () => {
    show({ choices: spots });
    expect(document.querySelectorAll('details button')).toHaveLength(64);
  });

  test('has what is advised in sight, however much there is', () => {
    show({ choices: marked(spots, 7) });
    expect(document.querySelectorAll('details button')).toHaveLength(63);
    const button = document.querySelector('[data-advised=true]')!;
    expect(button.closest('details')).toBeNull();
    expect(button.getAttribute('aria-label')).toContain('spot 7');
  });

  test('has folded away what is seldom wanted, even where there is room', () => {
    show({ choices: offered('keep', 'swap'), minor: (one) => one.kind === 'swap' });
    expect(document.querySelector('.buttons')!.textContent).toBe('keep');
    expect(document.querySelector('details button')!.textContent).toBe('swap');
  });

  test('says by the word of its game what is folded away, if that has one', () => {
    const choices = offered('keep', 'swap', 'swap');
    const minor = (one: Choice) => one.kind === 'swap';
    show({ choices, minor, foldWord: (folded) => (folded.every(minor) ? 'Swap a card' : '') });
    expect(document.querySelector('summary')!.textContent).toContain('Swap a card (2)');
    void unmount(shown!);
    shown = undefined;
    show({ choices, minor, foldWord: () => '' });
    expect(document.querySelector('summary')!.textContent).toContain('More moves (2)');
  });

  test('lights up with what means it on a board, and lights that up', () => {
    show({ choices: offered('join', 'pass') });
    const [join, pass] = [...document.querySelectorAll('button')];
    pass!.focus();
    expect(pointed.action).toBe(1);
    pass!.blur();
    expect(pointed.action).toBeNull();
    pointed.action = 0;
    flushSync();
    expect([join, pass].map((one) => one!.classList.contains('pointed'))).toEqual([true, false]);
    pointed.action = null;
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

  test('has one button of gold at most: what is advised, what the game puts first, or what stands alone', () => {
    const gold = () => [...document.querySelectorAll('.buttons .primary')].map((button) => button.textContent);
    const cases: [Partial<ComponentProps<typeof Choices>>, string[]][] = [
      [{ choices: offered('join', 'pass') }, []],
      [{ choices: offered('pass') }, ['pass']],
      [{ choices: offered('break', 'done'), primary: (one) => one.kind === 'done' }, ['done']],
      [{ choices: marked(offered('break', 'done'), 0), primary: (one) => one.kind === 'done' }, ['★ break']],
    ];
    for (const [props, wanted] of cases) {
      show(props);
      expect(gold()).toEqual(wanted);
      void unmount(shown!);
      shown = undefined;
      document.body.innerHTML = '';
    }
  });

  test('is not folded away where the board does not offer it', () => {
    show({ choices: [...spots, { ...offered('keep')[0]!, action: 64 }], unfolded: (one) => one.kind === 'keep' });
    const outside = [...document.querySelectorAll('button')].filter((button) => !button.closest('details'));
    expect(outside.map((button) => button.textContent)).toEqual(['keep']);
    expect(document.querySelectorAll('details button')).toHaveLength(64);
  });
});
