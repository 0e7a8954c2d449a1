// Quick match: one is looked for company, on whatever page one is, until somebody is found or one has enough.

import type { Refused } from '../messages';
import type { Expired, Found, Seek, Seeking } from '../seeking';
import { random, socketAddress } from './api';
import { go } from './router.svelte';
import { ownName } from './start';

export type Wish = Required<Pick<Seek, 'games' | 'seats' | 'rated'>>;

const KEPT = 'goldrush-quick'; // what is looked for, so that a page that is loaded anew looks on
const AGAIN = 1500; // milliseconds until it connects again
const BEAT = 20_000; // after which something is sent, so that a connection that is dead is found out

/** What is looked for now, how that stands, and how it ended if nobody was found. */
export const quick: { wish: Wish | null; seeking: Seeking | null; ended: 'expired' | Refused['reason'] | null } =
  $state({ wish: null, seeking: null, ended: null });

let socket: WebSocket | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let beating: ReturnType<typeof setInterval> | undefined;

/** Looks for people to play with. */
export function look(wish: Wish): void {
  stop();
  Object.assign(quick, { wish, seeking: null, ended: null });
  keep(JSON.stringify(wish));
  connect();
}

/** Looks no more. */
export function stop(ended: typeof quick.ended = null): void {
  clearTimeout(timer);
  clearInterval(beating);
  keep('');
  if (socket) {
    socket.onclose = null;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'Cancel' }));
    socket.close();
  }
  socket = null;
  Object.assign(quick, { wish: null, seeking: null, ended });
}

/** Looks on, if the page was loaded anew meanwhile. */
export function resume(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || 'null') as Wish | null;
    if (kept) look(kept);
  } catch {
    keep(''); // nothing is kept here, or not by us
  }
}

function keep(what: string): void {
  try {
    sessionStorage.setItem(KEPT, what);
  } catch {
    // a browser that keeps nothing looks as long as the page is there
  }
}

function connect(): void {
  const opened = new WebSocket(socketAddress('/quick/socket'));
  const seek: Seek = { type: 'Seek', name: ownName(), ...quick.wish!, salt: random() };
  opened.onopen = () => opened.send(JSON.stringify(seek));
  opened.onmessage = (event) => hear(JSON.parse(event.data) as Seeking | Found | Expired | Refused);
  opened.onclose = () => {
    clearInterval(beating);
    timer = setTimeout(connect, AGAIN);
  };
  beating = setInterval(() => opened.readyState === WebSocket.OPEN && opened.send('{"type":"Beat"}'), BEAT);
  socket = opened;
}

function hear(said: Seeking | Found | Expired | Refused): void {
  if (said.type === 'Seeking') quick.seeking = said;
  else if (said.type === 'Expired') stop('expired');
  else if (said.type === 'Refused') stop(said.reason);
  else if (said.type === 'Found') {
    stop();
    go(`/table/${said.code}`);
  }
}
