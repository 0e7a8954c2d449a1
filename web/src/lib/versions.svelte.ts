// By which version of its rules each game is played now: asked once, and only where it matters.

import { api } from './api';

const newest: Record<string, number> = $state({});
let asked = false;

/** The version by which new matches of a game are played, as soon as the server has said it. */
export function newestOf(game: string): number | null {
  if (!asked) {
    asked = true;
    api.games().then(
      (games) => games.forEach(({ name, version }) => (newest[name] = version)),
      () => (asked = false), // it is asked again where it matters next
    );
  }
  return newest[game] ?? null;
}
