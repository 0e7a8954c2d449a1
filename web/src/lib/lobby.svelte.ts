// The open tables, as they come and go.

import type * as wire from '../messages';
import { api, socketAddress } from './api';

const AGAIN = 3000; // milliseconds until it connects again

function isLive(table: wire.Table): boolean {
  return table.phase === 'playing';
}

/** When the last table of those shown was made: older ones are on a page not shown. */
function oldest(shown: wire.Table[]): number {
  return shown.at(-1)?.created ?? 0;
}

/** Which tables somebody wants to see: of a game, or of any without its name; rated ones alone, or others too. */
export interface Wanted {
  game: string;
  rated: boolean;
}

/** A list of the public tables that keeps itself up to date. */
export class LobbyConnection {
  tables: wire.Table[] = $state.raw([]);
  wanted: Wanted = $state.raw({ game: '', rated: false });
  readonly open = $derived(this.tables.filter((table) => !isLive(table)));
  readonly live = $derived(this.tables.filter(isLive)); // to be watched
  more = $state(false); // whether there are older ones that wait for players, ...
  moreLive = $state(false); // ... and that play
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#connect();
  }

  close(): void {
    clearTimeout(this.#retry);
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
  }

  /** Lists some tables alone. */
  async only(wanted: Wanted): Promise<void> {
    this.wanted = wanted;
    this.tables = this.tables.filter((table) => this.#isWanted(table));
    const page = await api.lobby(this.#query({}));
    if (this.wanted === wanted) this.#begin(page);
  }

  /** Lists the next older ones too that wait for players, or that play. */
  async older(phase: 'open' | 'playing' = 'open'): Promise<void> {
    const shown = phase === 'open' ? this.open : this.live;
    const page = await api.lobby(this.#query({ before: String(oldest(shown)), phase }));
    this.#list(page.tables);
    if (phase === 'open') this.more = page.more;
    else this.moreLive = page.more_live;
  }

  #hear(said: wire.Lobby | wire.LobbyChanged): void {
    if (said.type === 'Lobby') {
      this.#begin(said);
      if (this.wanted.game || this.wanted.rated) void this.only(this.wanted).catch(() => undefined);
    } else {
      const [open, live] = [this.more ? oldest(this.open) : 0, this.moreLive ? oldest(this.live) : 0];
      const known = new Set(this.tables.map((table) => table.code));
      this.tables = this.tables.filter((table) => !said.gone.includes(table.code));
      this.#list(said.tables.filter((t) => known.has(t.code) || t.created >= (isLive(t) ? live : open)));
    }
  }

  #isWanted({ game, rated }: wire.Table): boolean {
    return (!this.wanted.game || game === this.wanted.game) && (rated || !this.wanted.rated);
  }

  /** What asks for those that are wanted. */
  #query(more: Record<string, string>): URLSearchParams {
    const { game, rated } = this.wanted;
    return new URLSearchParams({ ...more, ...(game && { game }), ...(rated && { rated: 'true' }) });
  }

  /** Shows a first page. */
  #begin(page: wire.Lobby): void {
    this.tables = [];
    this.#list(page.tables);
    this.more = page.more;
    this.moreLive = page.more_live;
  }

  #list(tables: wire.Table[]): void {
    const codes = new Set(tables.map((table) => table.code));
    const others = this.tables.filter((table) => !codes.has(table.code));
    this.tables = [...others, ...tables.filter((t) => this.#isWanted(t))].sort((a, b) => b.created - a.created);
  }

  #connect(): void {
    this.#socket = new WebSocket(socketAddress('/lobby/socket'));
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as wire.Lobby | wire.LobbyChanged);
    this.#socket.onclose = () => (this.#retry = setTimeout(() => this.#connect(), AGAIN));
  }
}
