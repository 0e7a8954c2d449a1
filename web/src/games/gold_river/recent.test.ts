import { beforeAll, describe, expect, test } from 'vitest';
import { choose } from '../../lib/settings.svelte';
import { load, teller } from '../../lib/texts.svelte';
import { NAMES, viewOf } from '../boards.fixture';
import { bestBroken, spilt, spiltAfter } from './breaking';
import { change } from './gains.svelte';
import { recent } from './recent';
import type { Purse, View } from './shapes';

const view = viewOf<View>('gold_river');
const tell = teller('gold_river', NAMES);
const line = (key: string, seat: number, more: object = {}) => ({
  key: `log.${key}`,
  args: { seat: { seat }, ...more },
});
const carats = (n: number) => ({ carats: { key: 'amount.carats', args: { n } } });
const to = (kind: string) => ({ path: ['M1', 'M2'], end: { key: `place.${kind}`, args: {} } });

beforeAll(async () => {
  choose('lang', 'en');
  await load('en', 'gold_river');
});

describe('what the others did last', () => {
  const lines = [
    line('rolls_up', 1, to('mine')),
    line('digs', 1, carats(5)),
    line('rolls_up', 2, to('saloon')),
    line('drinks', 2),
    line('saloon_wins', 2, carats(6)),
    line('rolls_up', 0, to('mine')),
    line('digs', 0, carats(20)),
    line('rolls_down', 1, to('plain')),
    line('enough', 1),
  ];

  test('is one short line for each, with what it came to', () => {
    const told = recent(lines.slice(0, 8), view, tell);
    expect(told).toEqual([
      { seat: 2, carats: 4, text: '+4 saloon' },
      { seat: 0, carats: 20, text: '+20 mine' },
      { seat: 1, carats: 0, text: 'to open water' },
    ]);
  });

  test('says what was lost, and what went into the bank', () => {
    const turns = [
      ...[line('rolls_up', 1, to('falls')), line('falls', 1, carats(3)), line('breaks', 1)],
      ...[line('rolls_up', 2, to('bank')), line('deposits', 2, carats(5))],
    ];
    expect(recent(turns, view, tell)).toEqual([
      { seat: 1, carats: -3, text: '−3 falls' },
      { seat: 2, carats: 0, text: '5 put in the bank' },
    ]);
  });

  test('has words for every end that a turn may have', () => {
    for (const key of ['unpaid', 'no_casino', 'stakes', 'keeps', 'spared', 'no_mine', 'prison', 'misses', 'stays'])
      for (const { text } of recent([line('rolls_up', 1, to('mine')), line(key, 1, to('mine'))], view, tell))
        expect(text).not.toContain('recent.');
  });
});

describe('falls', () => {
  test('take of a purse what the server says', () => {
    for (const purse of view.purses) expect(spilt(purse.nuggets)).toBe(purse.falls);
  });

  test('take less when the right nugget is broken, and more when the only one is', () => {
    const nuggets = [20, 10, 10, 5].map((size) => ({ carats: size, count: 1 }));
    expect(spilt(nuggets)).toBe(15);
    expect(bestBroken({ nuggets }, [20, 10, 5])).toEqual({ carats: 5, then: 5 });
    const alone = [{ carats: 20, count: 1 }];
    expect([spilt(alone), spiltAfter({ nuggets: alone }, 20)]).toEqual([0, 10]);
    expect(bestBroken({ nuggets: alone }, [20])).toBeNull();
  });
});

test('what goes into the bank is no loss', () => {
  const [had, has] = [20, 15].map((held) => ({ carats: held, deposit: 20 - held })) as [Purse, Purse];
  expect(change(had, has, tell)).toEqual({ text: '→ bank 5', kind: 'saved' });
  expect(change(has, had, tell)).toEqual({ text: 'bank → 5', kind: 'saved' });
  expect(change(had, { ...had, carats: 18 }, tell)).toEqual({ text: '−2', kind: 'lost' });
});
