// Maps of any edition: where on the sheet there is room.

export interface Point {
  x: number;
  y: number;
}
export interface Size {
  w: number;
  h: number;
}

const STEP = 12;
const EDGE = 22; // what is left free along the edge of a sheet

/** How far a point is from a box around a middle. */
export function gap(point: Point, middle: Point, box: Size): number {
  const dx = Math.max(Math.abs(point.x - middle.x) - box.w / 2, 0);
  const dy = Math.max(Math.abs(point.y - middle.y) - box.h / 2, 0);
  return Math.hypot(dx, dy);
}

/** The middle of the box that lies farthest from all points, inside the sheet. */
export function emptiest(points: Point[], sheet: Size, box: Size): Point & { room: number } {
  let best = { x: sheet.w / 2, y: sheet.h / 2, room: -1 };
  for (let y = EDGE + box.h / 2; y <= sheet.h - EDGE - box.h / 2; y += STEP)
    for (let x = EDGE + box.w / 2; x <= sheet.w - EDGE - box.w / 2; x += STEP) {
      const room = Math.min(...points.map((point) => gap(point, { x, y }, box)));
      if (room > best.room) best = { x, y, room };
    }
  return best;
}

/** A number from 0 to 1 that is always the same for the same spot. */
export function luck(row: number, column: number): number {
  return Math.abs(Math.sin(row * 12.9 + column * 78.2) * 4375.5) % 1;
}

/** The middle of the box around some points. */
export function around(points: Point[]): Point {
  const middle = (all: number[]) => (Math.min(...all) + Math.max(...all)) / 2;
  return { x: middle(points.map((one) => one.x)), y: middle(points.map((one) => one.y)) };
}
