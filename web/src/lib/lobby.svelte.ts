// The open tables, as they come and go.

import type * as wire from '../messages';
import { api, socketAddress } from './api';

const AGAIN = 3000; // milliseconds until it connects again

/** A list of the public tables that keeps itself up to date. */
export class LobbyConnection {
  tables: wire.Table[] = $state.raw([]);
  more = $state(false); // whether there are older ones
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

  /** Lists the next older ones too. */
  async older(): Promise<void> {
    const page = await api.lobby(this.tables.at(-1)?.created ?? 0);
    this.#list(page.tables);
    this.more = page.more;
  }

  #hear(said: wire.Lobby | wire.LobbyChanged): void {
    if (said.type === 'Lobby') {
      this.tables = said.tables;
      this.more = said.more;
    } else {
      const oldest = this.more ? (this.tables.at(-1)?.created ?? 0) : 0; // older ones are on a page not shown
      this.tables = this.tables.filter((table) => !said.gone.includes(table.code));
      this.#list(said.tables.filter((table) => table.created >= oldest));
    }
  }

  #list(tables: wire.Table[]): void {
    const codes = new Set(tables.map((table) => table.code));
    const others = this.tables.filter((table) => !codes.has(table.code));
    this.tables = [...others, ...tables].sort((a, b) => b.created - a.created);
  }

  #connect(): void {
    this.#socket = new WebSocket(socketAddress('/lobby/socket'));
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as wire.Lobby | wire.LobbyChanged);
    this.#socket.onclose = () => (this.#retry = setTimeout(() => this.#connect(), AGAIN));
  }
}
