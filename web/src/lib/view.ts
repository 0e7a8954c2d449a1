// What games show: views, whose content each game knows, and lines to be told by key.

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

/** A text to be found by its key, with arguments; an argument may be a line or a seat. */
export interface Line {
  key: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  args: Record<string, any>;
}

/** The lines of something told, as games.contract has them. */
export function linesOf(told: { lines: Record<string, unknown>[] }): Line[] {
  return told.lines as unknown as Line[];
}
