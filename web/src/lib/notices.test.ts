import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notices as Told, Wishes } from '../notices';
import Notices from '../parts/Notices.svelte';
import TableNotices from '../parts/TableNotices.svelte';
import { clockOf, minuteOf, ownZone } from './notices.svelte';
import { choose } from './settings.svelte';
import { load } from './texts.svelte';

const WISHES: Wishes = { often: 'at_once', hour: 18, quiet: null, zone: 'UTC', lang: 'en', challenge: false };
let told: Told;
let asked: [string, string, unknown][];
let answer: (path: string) => unknown;
let shown: ReturnType<typeof mount> | null = null;

beforeEach(async () => {
  told = { wishes: WISHES, key: 'AQID', devices: [], mail: true, address: null, confirmed: false };
  asked = [];
  answer = () => told;
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string | null }) => {
    asked.push([method, path, body && JSON.parse(body)]);
    return { ok: true, status: 200, json: async () => answer(path) };
  });
  choose('lang', 'en');
  choose('notify', false);
  await load('en');
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

const settle = async () => {
  await new Promise((done) => setTimeout(done));
  flushSync();
};
async function open(): Promise<void> {
  shown = mount(Notices, { target: document.body, props: {} });
  await settle();
}
const find = <T extends HTMLElement = HTMLInputElement>(selector: string) => document.querySelector<T>(selector)!;
const labelled = (word: string) =>
  [...document.querySelectorAll('label')].find((one) => one.textContent.includes(word))!;
const button = (word: string) => [...document.querySelectorAll('button')].find((one) => one.textContent.includes(word));

describe('how one is told', () => {
  test('is kept with the clock and the language of this browser', async () => {
    await open();
    expect(asked).toEqual([['GET', '/api/notices', null]]);
    document.querySelectorAll<HTMLInputElement>('[name=often]')[1]!.click();
    await settle();
    const kept = { ...WISHES, often: 'daily', zone: ownZone(), lang: 'en' };
    expect(asked.at(-1)).toEqual(['PUT', '/api/notices', kept]);
  });

  test('is not in quiet hours, from and to when one likes', async () => {
    await open();
    labelled('No messages at night').click();
    told = { ...told, wishes: { ...WISHES, quiet: [1320, 480] } };
    await settle();
    expect((asked.at(-1)![2] as Wishes).quiet).toEqual([1320, 480]);
    const [from, to] = document.querySelectorAll<HTMLInputElement>('[type=time]');
    expect([from!.value, to!.value]).toEqual(['22:00', '08:00']);
    to!.value = '07:30';
    to!.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect((asked.at(-1)![2] as Wishes).quiet).toEqual([1320, 450]);
    expect([clockOf(450), minuteOf('07:30')]).toEqual(['07:30', 450]);
  });

  test('may be by mail, once a code has come back', async () => {
    await open();
    const address = find('[type=email]');
    address.value = 'ada@mail.example';
    address.dispatchEvent(new Event('input', { bubbles: true }));
    told = { ...told, address: 'ada@mail.example' };
    find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle();
    expect(asked.at(-1)).toEqual(['PUT', '/api/notices/address', { address: 'ada@mail.example' }]);
    find('[autocomplete=one-time-code]').value = '123456';
    find('[autocomplete=one-time-code]').dispatchEvent(new Event('input', { bubbles: true }));
    told = { ...told, confirmed: true };
    find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle();
    expect(asked.at(-1)).toEqual(['POST', '/api/notices/address/code', { code: '123456' }]);
    expect(document.querySelector('form')).toBeNull();
    button('Remove')!.click();
    await settle();
    expect(asked.at(-1)![0]).toBe('DELETE');
  });

  test('is no mail where the server sends none', async () => {
    told = { ...told, mail: false };
    await open();
    expect(document.body.textContent).not.toContain('E-mail');
  });

  test('asks for permission only when a button is pressed, and says what the browser allows', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    const allowing = { permission: 'default', requestPermission };
    vi.stubGlobal('Notification', allowing);
    await open();
    expect(requestPermission).not.toHaveBeenCalled();
    allowing.permission = 'granted';
    button('Turn on')!.click();
    await settle();
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(document.body.textContent).toContain('On while a page of Goldrush is open.');
    button('Turn off')!.click();
    await settle();
    expect(button('Turn on')).toBeDefined();
  });
});

test('a table may have its own choice', async () => {
  answer = () => ({ often: null });
  shown = mount(TableNotices, { target: document.body, props: { code: 'ABCDEF', close: () => undefined } });
  await settle();
  const choices = () => [...document.querySelectorAll<HTMLInputElement>('[name=often-here]')];
  expect(choices().map((one) => one.checked)).toEqual([true, false, false, false]);
  answer = () => ({ often: 'never' });
  choices()[3]!.click();
  await settle();
  expect(asked.at(-1)).toEqual(['PUT', '/api/tables/ABCDEF/notices', { often: 'never' }]);
  expect(choices()[3]!.checked).toBe(true);
});

describe('the worker', () => {
  type Handler = (event: object) => void;
  const pages = [{ url: 'https://x.example/gold/table/ABCDEF', focus: vi.fn() }];
  const handlers: Record<string, Handler> = {};
  const self = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    registration: { scope: 'https://x.example/gold/', showNotification: vi.fn() },
    clients: { matchAll: async () => pages, openWindow: vi.fn() },
  };
  new Function('self', readFileSync('public/notices.js', 'utf-8'))(self);
  async function happen(name: string, event: object): Promise<void> {
    let work: unknown;
    handlers[name]!({ ...event, waitUntil: (promise: unknown) => (work = promise) });
    await work;
  }

  test('shows what comes, one message for each table', async () => {
    const said = { title: 'Your turn', body: 'GOLD (ABCDEF)', path: '/gold/table/ABCDEF', tag: 'ABCDEF' };
    await happen('push', { data: { json: () => said } });
    const icon = 'https://x.example/gold/icon.svg';
    const options = { body: said.body, tag: 'ABCDEF', icon, data: { path: said.path } };
    expect(self.registration.showNotification).toHaveBeenCalledWith('Your turn', options);
  });

  test('leads to the table, where it is open already if it is', async () => {
    const click = (path: string) =>
      happen('notificationclick', { notification: { close: () => undefined, data: { path } } });
    await click('/gold/table/ABCDEF');
    expect(pages[0]!.focus).toHaveBeenCalled();
    expect(self.clients.openWindow).not.toHaveBeenCalled();
    await click('/gold/table/OTHERS');
    expect(self.clients.openWindow).toHaveBeenCalledWith('/gold/table/OTHERS');
  });
});
