import { describe, expect, test, vi } from 'vitest';
import { beside, doable, tellable } from './board.svelte';

const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ x: x * 75, y: y * 75 })));
const at = (x: number, y: number) => grid.find((one) => one.x === x * 75 && one.y === y * 75)!;

describe('arrow keys', () => {
  test('lead to the next thing in their direction', () => {
    expect(beside(at(1, 1), 'ArrowRight', grid)).toBe(at(2, 1));
    expect(beside(at(1, 1), 'ArrowUp', grid)).toBe(at(1, 0));
  });

  test('lead over what is gone', () => {
    expect(
      beside(
        at(0, 1),
        'ArrowRight',
        grid.filter((one) => one !== at(1, 1)),
      ),
    ).toBe(at(2, 1));
  });

  test('lead nowhere at the edge, and other keys nowhere at all', () => {
    expect(beside(at(0, 0), 'ArrowLeft', grid)).toBeUndefined();
    expect(beside(at(0, 0), 'x', grid)).toBeUndefined();
  });
});

describe('something on a board', () => {
  test('that can be done is a button for mouse and keyboard', () => {
    const act = vi.fn();
    const { onclick, onkeydown, role } = doable({ action: 7, kind: 'turn', args: {} }, act);
    onclick!(new Event('click'));
    onkeydown!(new KeyboardEvent('keydown', { key: 'Enter' }));
    onkeydown!(new KeyboardEvent('keydown', { key: 'a' }));
    expect(role).toBe('button');
    expect(act.mock.calls).toEqual([[7], [7]]);
  });

  test('that cannot be done is nothing to click', () => {
    expect(doable(undefined, vi.fn())).toEqual({});
  });
});

describe('a square of a map', () => {
  const stops = [
    { name: 'M1', x: 0, y: 0 },
    { name: 'M2', x: 40, y: 0 },
  ];
  test('is told of as long as it is touched, with a finger also after', () => {
    const touch = vi.fn();
    const square = tellable('M1', stops, touch);
    square.onpointerenter();
    square.onpointerleave({ pointerType: 'touch' } as PointerEvent);
    square.onpointerleave({ pointerType: 'mouse' } as PointerEvent);
    expect(touch.mock.calls).toEqual([['M1'], ['']]);
  });
  test('leads to the next one by arrow keys', () => {
    const touch = vi.fn();
    document.body.innerHTML = stops.map(({ name }) => `<i data-square="${name}" tabindex="-1"></i>`).join('');
    const press = (key: string) => {
      const event = { key, preventDefault: vi.fn(), currentTarget: document.querySelector('[data-square=M1]') };
      tellable('M1', stops, touch).onkeydowncapture(event as unknown as KeyboardEvent);
      return event.preventDefault.mock.calls.length;
    };
    expect([press('ArrowRight'), press('ArrowLeft')]).toEqual([1, 0]);
    expect(document.activeElement).toBe(document.querySelector('[data-square=M2]'));
    expect(touch.mock.calls).toEqual([['M2']]);
  });
});
