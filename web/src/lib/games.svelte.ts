// What the server says of its games: asked once, and only where it matters.

import type { GameInfo } from '../messages';
import { api } from './api';

const known: Record<string, GameInfo> = $state({});
let asked = false;

function infoOf(game: string): GameInfo | null {
  if (!asked) {
    asked = true;
    api.games().then(
      (games) => Object.assign(known, Object.fromEntries(games.map((info) => [info.name, info]))),
      () => (asked = false), // it is asked again where it matters next
    );
  }
  return known[game] ?? null;
}

/** The version by which new matches of a game are played, as soon as the server has said it. */
export function newestOf(game: string): number | null {
  return infoOf(game)?.version ?? null;
}

/** Whether a seat's view must be covered before another person looks; so it is until the server has said it. */
export function hasSecrets(game: string): boolean {
  return infoOf(game)?.secrets ?? true;
}
