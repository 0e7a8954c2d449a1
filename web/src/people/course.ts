// How something went from match to match, as a line in a small picture.

import type { Point } from '../personal';

export const WIDTH = 320;
export const HEIGHT = 96;
const EDGE = 8; // around the line, for its dots
export const MOST = 40; // matches that one picture shows

export interface Dot {
  x: number;
  y: number;
  won: boolean;
}

/** The last matches of each game, those of most matches first. */
export function byGame(course: Point[]): [string, Point[]][] {
  const games: Record<string, Point[]> = {};
  for (const point of course) (games[point.game] ??= []).push(point);
  return Object.entries(games)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([game, points]) => [game, points.slice(-MOST)]);
}

/** Where the dots of a line are; the least and the most value touch its edges. */
export function dots(points: Point[], what: 'points' | 'decisions'): Dot[] {
  const values = points.map((point) => point[what]);
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const step = points.length > 1 ? (WIDTH - 2 * EDGE) / (points.length - 1) : 0;
  return points.map((point, n) => ({
    x: points.length > 1 ? EDGE + n * step : WIDTH / 2,
    y: HEIGHT - EDGE - ((point[what] - least) / span) * (HEIGHT - 2 * EDGE),
    won: point.place === 1,
  }));
}

/** A line through dots, as a path. */
export function line(found: Dot[]): string {
  return found.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
