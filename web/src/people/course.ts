// How something went from match to match, as a line in a small picture.

import type { Point, RatingPoint } from '../personal';

export const WIDTH = 320;
export const HEIGHT = 96;
const EDGE = 8; // around the line, for its dots
export const MOST = 40; // matches that one picture shows

export interface Spot {
  x: number;
  y: number;
}
export interface Dot extends Spot {
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
  const spots = spread(points.map((point) => point[what]));
  return spots.map((spot, n) => ({ ...spot, won: points[n]!.place === 1 }));
}

/** Where values stand from left to right, between a least and a most one. */
function spread(values: number[], least = Math.min(...values), most = Math.max(...values)): Spot[] {
  const span = most - least || 1;
  const step = values.length > 1 ? (WIDTH - 2 * EDGE) / (values.length - 1) : 0;
  return values.map((value, n) => ({
    x: values.length > 1 ? EDGE + n * step : WIDTH / 2,
    y: HEIGHT - EDGE - ((value - least) / span) * (HEIGHT - 2 * EDGE),
  }));
}

/** How a rating went: its line, and the band in which it is with 95 %. */
export function ratingCourse(course: RatingPoint[]): { middle: Spot[]; band: string } {
  const values = course.map(({ rating }) => rating.value);
  const margins = course.map(({ rating }) => rating.margin);
  const low = values.map((value, n) => value - margins[n]!);
  const high = values.map((value, n) => value + margins[n]!);
  const ends = [Math.min(...low), Math.max(...high)] as const;
  const around = [...spread(high, ...ends), ...spread(low, ...ends).reverse()];
  return { middle: spread(values, ...ends), band: course.length > 1 ? `${line(around)}Z` : '' };
}

/** A line through dots, as a path. */
export function line(found: Spot[]): string {
  return found.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
