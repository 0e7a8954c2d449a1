// Where the marks of a picture lie, and the figures beside it.

import type { Mark, Picture } from './shapes';

export const SURE = 1.96; // standard errors that a figure strays by in one case of twenty
export const EDGE = { left: 40, right: 20, top: 8, bottom: 34 };
const TICKS = 3; // lines across, about
const ROUND = [1, 2, 2.5, 5, 10];
const LETTER = 7.5; // pixels

/** How large a picture is. */
export interface Room {
  width: number;
  height: number;
}

/** From where to where the error of a figure reaches, as far as such a figure can be. */
export function reach({ value, error }: Mark, unit: Picture['unit']): [number, number] {
  const [low, high] = [value - SURE * error, value + SURE * error];
  return unit === 'share' ? [Math.max(low, 0), Math.min(high, 1)] : [low, high];
}

/** What a name is about: "steal" of "never/steal". */
export function lastOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** A scale from what is to be shown to pixels, up from the bottom. */
export function upward(picture: Picture, { height }: Room): { at: (value: number) => number; ticks: number[] } {
  const reached = picture.marks.map((mark) => reach(mark, picture.unit)[1]);
  const top = Math.max(...reached, picture.even ?? 0) || 1;
  const step = round(top);
  const ticks = Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, n) => n * step);
  return { at: (value) => EDGE.top + (height - EDGE.top - EDGE.bottom) * (1 - value / top), ticks };
}

/** A round step that divides a span into a few. */
function round(span: number): number {
  const size = 10 ** Math.floor(Math.log10(span) - 1e-9);
  const fits = (one: number) => span / (size * one) <= TICKS + 0.5;
  return size * (ROUND.find(fits) ?? 10);
}

/** Columns with whiskers of their errors. */
export function columns(picture: Picture, room: Room) {
  const { at, ticks } = upward(picture, room);
  const step = (room.width - EDGE.left - EDGE.right) / picture.marks.length;
  const found = picture.marks.map((mark, n) => {
    const [low, high] = reach(mark, picture.unit);
    const x = EDGE.left + step * n;
    return {
      x: x + 1,
      wide: Math.max(step - 2, 1),
      middle: x + step / 2,
      top: at(mark.value),
      low: at(low),
      high: at(high),
    };
  });
  return { at, ticks, columns: found };
}

/** A curve in a band of its error; names that end in numbers say where along it a mark is. */
export function curve(picture: Picture, room: Room) {
  const { at, ticks } = upward(picture, room);
  const along = picture.marks.map(({ name }) => Number(lastOf(name)));
  const [first, last] = [along[0] ?? 0, along.at(-1) ?? 1];
  const xs = along.map((n) => EDGE.left + ((room.width - EDGE.left - EDGE.right) * (n - first)) / (last - first || 1));
  const spans = picture.marks.map((mark) => reach(mark, picture.unit));
  const line = (ys: number[]) => ys.map((y, n) => `${xs[n]!.toFixed(1)} ${at(y).toFixed(1)}`);
  const band = [...line(spans.map(([, high]) => high)), ...line(spans.map(([low]) => low)).reverse()];
  const values = picture.marks.map(({ value }) => value);
  return { at, ticks, xs, values, line: `M${line(values).join('L')}`, band: `M${band.join('L')}Z` };
}

/** Which names fit below their places, by number. */
export function named(names: string[], places: number[]): number[] {
  const room = Math.max(...names.map((name) => name.length)) * LETTER + 10;
  const found: number[] = [];
  places.forEach((x, n) => {
    if (!found.length || x - places[found.at(-1)!]! >= room) found.push(n);
  });
  return found;
}

/** A scale for dots in lines: in percents of the room, with the even share in it. */
export function across(picture: Picture, marks: Mark[]): (value: number) => number {
  const ends = [
    ...marks.flatMap((mark) => reach(mark, picture.unit)),
    ...(picture.even === null ? [0] : [picture.even]),
  ];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return (value) => 4 + (92 * (value - low)) / (high - low || 1);
}

/** Whether a mark is clearly beside what would be even. */
export function clear(mark: Mark, picture: Picture): boolean {
  const [low, high] = reach(mark, picture.unit);
  return picture.even !== null && (picture.even < low || picture.even > high);
}
