// Where the river of an edition runs on the sheet, and what the log says of dice.

import type { Told } from '../../messages';
import type { Point, Size } from '../../lib/terrain';
import { lastThrow } from '../../lib/dice';
import type { Lying, Reach, Square } from './shapes';

export const CELL = { w: 60, h: 56 };
const EDGE = 22;
const SWAY = 13; // how far a square may lie beside its place in the grid

/** The names of squares by river: the main one from the mouth up, then each tributary from its confluence. */
export function rivers(map: Square[]): string[][] {
  const above = (name: string, not: string | null) => map.find((one) => one.down === name && one.name !== not);
  const named = new Map(map.map((square) => [square.name, square]));
  const upward = (from: Square): string[] => {
    const names = [from.name];
    for (let at = above(from.name, from.tributary); at && names.length <= map.length; at = above(at.name, at.tributary))
      names.push(at.name);
    return names;
  };
  const mouth = map.find((square) => !square.down) ?? map[0]!;
  const aside = map.filter((square) => square.tributary && named.has(square.tributary));
  return [upward(mouth), ...aside.map((square) => [square.name, ...upward(named.get(square.tributary!)!)])];
}

/** Squares that are drawn beside another one without being near it on the water. */
function crowded(map: Square[], near: Map<string, Set<string>>): Set<string> {
  const beside = (a: Square, b: Square) => Math.abs(a.at[0] - b.at[0]) <= 1 && Math.abs(a.at[1] - b.at[1]) <= 1;
  return new Set(
    map
      .filter((a) => map.some((b) => a !== b && beside(a, b) && !near.get(a.name)!.has(b.name)))
      .map((one) => one.name),
  );
}

function neighbours(map: Square[]): Map<string, Set<string>> {
  const next = new Map(map.map((square) => [square.name, new Set<string>()]));
  for (const { name, down } of map)
    if (down && next.has(down)) {
      next.get(name)!.add(down);
      next.get(down)!.add(name);
    }
  return new Map(
    [...next].map(([name, some]) => [name, new Set([...some].flatMap((one) => [one, ...next.get(one)!]))]),
  );
}

/** The squares on the sheet: the edition's grid, from which a river that has room winds away. */
export function layOut(map: Square[]): { points: Map<string, Point>; size: Size } {
  const [left, top] = [0, 1].map((side) => Math.min(...map.map((square) => square.at[side]!))) as [number, number];
  const grid = new Map(
    map.map(({ name, at: [x, y] }) => [
      name,
      { x: (x - left + 0.5) * CELL.w + EDGE, y: (y - top + 0.5) * CELL.h + EDGE },
    ]),
  );
  const points = new Map(grid);
  const tight = crowded(map, neighbours(map));
  for (const names of rivers(map))
    for (const [n, name] of names.entries()) {
      if (tight.has(name)) continue;
      const [from, to] = [grid.get(names[n - 1] ?? name)!, grid.get(names[n + 1] ?? name)!];
      const along = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const sway = SWAY * Math.sin(1.25 * n + 0.6);
      const at = grid.get(name)!;
      if (points.get(name) === at)
        // a confluence lies where the main river has it
        points.set(name, { x: at.x - (sway * (to.y - from.y)) / along, y: at.y + (sway * (to.x - from.x)) / along });
    }
  const farthest = (side: 'x' | 'y') => Math.max(...[...grid.values()].map((at) => at[side]));
  return { points, size: { w: farthest('x') + CELL.w / 2 + EDGE, h: farthest('y') + CELL.h / 2 + EDGE } };
}

/** A smooth line through points. */
export function curve(at: Point[]): string {
  const round = (n: number) => Math.round(10 * n) / 10;
  let path = `M${round(at[0]!.x)} ${round(at[0]!.y)}`;
  for (let n = 0; n + 1 < at.length; n++) {
    const [a, b, c, d] = [at[n - 1] ?? at[n]!, at[n]!, at[n + 1]!, at[n + 2] ?? at[n + 1]!];
    const bends = [
      b.x + (c.x - a.x) / 6,
      b.y + (c.y - a.y) / 6,
      c.x - (d.x - b.x) / 6,
      c.y - (d.y - b.y) / 6,
      c.x,
      c.y,
    ];
    path += `C${bends.map(round).join(' ')}`;
  }
  return path;
}

/** What a square is now: a mine may be empty, a plain square a confluence. */
export function kindOf(square: Square, lying: Record<string, Lying>): string {
  if (lying[square.name] === 'empty') return 'empty';
  return square.kind === 'plain' && square.tributary ? 'confluence' : square.kind;
}

/** The pips by which a square is reached, for each word that may be called. */
export function reached(reach: Reach | null): Map<string, { up: number[]; down: number[] }> {
  const found = new Map<string, { up: number[]; down: number[] }>();
  for (const way of ['up', 'down'] as const)
    for (const [n, squares] of (reach?.[way] ?? []).entries())
      for (const name of squares) {
        if (!found.has(name)) found.set(name, { up: [], down: [] });
        found.get(name)![way].push(n + 1);
      }
  return found;
}

/** Pips as they are written: 3, 1/4, or 2–6. */
export function written(pips: number[]): string {
  return pips.length > 2 ? `${pips[0]}–${pips.at(-1)}` : pips.join('/');
}

const THROWN = /^log\.(rolls_|stays|at_fork|to_fork|saloon_|casino_)/;

/** The last throw of the die, and the number of the line that tells it. */
export const thrown = (log: Told[]) => lastThrow(log, (key) => THROWN.test(key), 'pips');
