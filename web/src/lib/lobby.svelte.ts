// The open tables, as they come and go.

import type * as wire from '../messages';
import { socketAddress } from './api';

const AGAIN = 3000; // milliseconds until it connects again

/** A list of the public tables that keeps itself up to date. */
export class LobbyConnection {
  tables: wire.Table[] = $state.raw([]);
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

  #connect(): void {
    this.#socket = new WebSocket(socketAddress('/lobby/socket'));
    this.#socket.onmessage = (event) => (this.tables = (JSON.parse(event.data) as wire.Lobby).tables);
    this.#socket.onclose = () => (this.#retry = setTimeout(() => this.#connect(), AGAIN));
  }
}
