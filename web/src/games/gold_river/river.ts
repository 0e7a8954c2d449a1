// Where the river of an edition runs on the sheet, and what the log says of dice.

import type { Told } from '../../messages';
import type { Point, Size } from '../../lib/terrain';
import { lastThrow } from '../../lib/dice';
import type { Line } from '../../shapes';
import type { Lying, Reach, Square, View } from './shapes';

export const CELL = { w: 58, h: 48 }; // the least room of a square
const EDGE = 22;
const SWAY = 12; // how far a square may lie beside its place in the grid
const WIDEST = 1.9; // how many times as wide as high a sheet may be, and the other way round

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

/** The sheet on which a grid of so many squares has room, in the proportions of a window. */
function sheetOf(columns: number, rows: number, room: Size | null): Size {
  const least = { w: columns * CELL.w + 2 * EDGE, h: rows * CELL.h + 2 * EDGE };
  if (!room?.w || !room.h) return least;
  const wide = Math.min(Math.max(room.w / room.h, 1 / WIDEST), WIDEST);
  return { w: Math.max(least.w, least.h * wide), h: Math.max(least.h, least.w / wide) };
}

/** The squares on the sheet: the edition's grid, upstream going up, from which a river that has room winds away. */
export function layOut(map: Square[], room: Size | null = null): { points: Map<string, Point>; size: Size } {
  const extent = (side: 0 | 1) => map.map((square) => square.at[side]);
  const [left, top] = [Math.min(...extent(0)), Math.min(...extent(1))];
  const [columns, rows] = [Math.max(...extent(0)) - left + 1, Math.max(...extent(1)) - top + 1];
  const size = sheetOf(columns, rows, room);
  const cell = { w: (size.w - 2 * EDGE) / columns, h: (size.h - 2 * EDGE) / rows };
  const rowOf = (kind: string) => map.find((square) => square.kind === kind)?.at[1] ?? 0;
  const turned = rowOf('source') > rowOf('mouth'); // rows are counted from the mouth
  const row = (y: number) => (turned ? rows - 1 - (y - top) : y - top);
  const grid = new Map(
    map.map(({ name, at: [x, y] }) => [
      name,
      { x: (x - left + 0.5) * cell.w + EDGE, y: (row(y) + 0.5) * cell.h + EDGE },
    ]),
  );
  const points = new Map(grid);
  const tight = crowded(map, neighbours(map));
  for (const names of rivers(map))
    for (const [n, name] of names.entries()) {
      if (tight.has(name)) continue;
      const [from, to] = [grid.get(names[n - 1] ?? name)!, grid.get(names[n + 1] ?? name)!];
      const along = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const bends = Math.abs(to.x - from.x) > 1 && Math.abs(to.y - from.y) > 1; // there it stays, or it would be tight
      const sway = bends ? 0 : SWAY * Math.sin(1.25 * n + 0.6);
      const at = grid.get(name)!;
      if (points.get(name) === at)
        // a confluence lies where the main river has it
        points.set(name, { x: at.x - (sway * (to.y - from.y)) / along, y: at.y + (sway * (to.x - from.x)) / along });
    }
  return { points, size };
}

const AROUND = { x: 58, y: 44 }; // what must be seen around a square that one may land on, its word included

/** Pixels a unit at which all of some squares are seen in a window; no nearer than near, no farther than the sheet. */
export function closeUp(at: Point[], window: Size, sheet: Size, near: number): number {
  const extent = (all: number[], around: number) => Math.max(...all) - Math.min(...all) + 2 * around;
  const [wide, high] = [
    extent(
      at.map(({ x }) => x),
      AROUND.x,
    ),
    extent(
      at.map(({ y }) => y),
      AROUND.y,
    ),
  ];
  const fits = Math.min(window.w / wide, window.h / high);
  return Math.max(Math.min(fits, near), Math.min(window.w / sheet.w, near));
}

export type Side = 'below' | 'left' | 'right';

/** Where there is room for a word beside each square: below it, or to a side where the river runs upright. */
export function sides(map: Square[], points: Map<string, Point>, size: Size): Map<string, Side> {
  const all = [...points.values()];
  const free = (at: Point, side: 1 | -1) => {
    const x = at.x + side * 40;
    return x > 20 && x < size.w - 20 && all.every((one) => Math.hypot(one.x - x, (one.y - at.y) * 1.3) > 34);
  };
  const side = (name: string): Side => {
    const near = map.filter(({ down }) => down === name).map((one) => one.name);
    const below = map.find((one) => one.name === name)?.down;
    const at = points.get(name)!;
    const [from, to] = [points.get(below ?? name) ?? at, points.get(near[0] ?? name) ?? at];
    if (Math.abs(to.y - from.y) <= Math.abs(to.x - from.x)) return 'below';
    return free(at, 1) ? 'right' : free(at, -1) ? 'left' : 'below';
  };
  return new Map(map.map(({ name }) => [name, side(name)]));
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

/** The stretches of the river that lie within some squares, each from below up. */
export function stretches(courses: string[][], within: Set<string>): string[][] {
  const found: string[][] = [];
  for (const course of courses) {
    let run: string[] = [];
    for (const name of [...course, '']) {
      if (within.has(name)) run.push(name);
      else {
        if (run.length > 1) found.push(run);
        run = [];
      }
    }
  }
  return found;
}

/** The squares that a boat has gone through last, as the log tells. */
export function lastJourney(lines: Line[]): string[] {
  const paths = lines.map((line) => line.args['path'] as string[] | undefined);
  return paths.filter((path) => Array.isArray(path) && path.length > 1).at(-1) ?? [];
}

/** Pips as they are written: 3, 1/4, or 2–6. */
export function written(pips: number[]): string {
  return pips.length > 2 ? `${pips[0]}–${pips.at(-1)}` : pips.join('/');
}

const THROWN = /^log\.(rolls_|stays|at_fork|to_fork|saloon_|casino_)/;

/** The last throw of the die, and the number of the line that tells it. */
export const thrown = (log: Told[]) => lastThrow(log, (key) => THROWN.test(key), 'pips');

/** A square's way from the mouth: how many squares up the main river, and how many up a tributary. */
export function whereabouts(map: Square[], name: string): { up: number; all: number; aside: number } {
  const [main, ...others] = rivers(map) as [string[], ...string[][]];
  const [at, all] = [main.indexOf(name), main.length - 1];
  if (at >= 0) return { up: at, all, aside: 0 };
  const course = others.find((one) => one.includes(name)) ?? [name];
  return { up: Math.max(main.indexOf(course[0]!), 0), all, aside: course.indexOf(name) };
}

/** Rolls with the same result in one: [4, 6, 0, 0] is 1, 2 and 3–4. */
export function byRoll(results: number[]): { rolls: string; result: number }[] {
  const groups: { first: number; last: number; result: number }[] = [];
  for (const [n, result] of results.entries()) {
    const group = groups.at(-1);
    if (group?.result === result) group.last = n + 1;
    else groups.push({ first: n + 1, last: n + 1, result });
  }
  return groups.map(({ first, last, result }) => ({ rolls: first < last ? `${first}–${last}` : `${first}`, result }));
}

/** The seats, whoever has most carats first. */
export function ranked({ purses }: View): number[] {
  return purses.map((_, seat) => seat).sort((a, b) => purses[b]!.total - purses[a]!.total);
}
