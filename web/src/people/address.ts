// The address of a page, from the name of whoever shows it.

const LONGEST = 24;

/** A readable address, nothing if a name has no letters for one. */
export function proposed(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const words = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return words.length >= 3 ? words : '';
}
