// Who leads: ranks by what decides, as far as it can be seen.

/** What decides who wins, as far as it is known now. */
export interface Lead {
  values: (number | null)[]; // by seat, the more the better; null where it is covered
  shown?: string[]; // the same in words, if not as it is
  more?: { sign: string; word: string; values: number[] }; // what is added to it, by seat, with a symbol
  covered?: string; // what is said instead where nobody can see it
  left?: string; // how far the end is
}

/** The rank of each seat, 1 for the best; nothing as long as something is covered or all are level. */
export function ranks(values: (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length || new Set(known).size < 2) return values.map(() => null);
  return values.map((value) => 1 + known.filter((other) => other > value!).length);
}

/** Values that rank as a match has ended, with all that decides between those who are level. */
export const decided = (places: number[]): number[] => places.map((place) => -place);

/** All seats, the best first; where nothing is known or decided, as they sit. */
export function ranked(values: (number | null)[]): number[] {
  const places = ranks(values);
  return [...values.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
}
