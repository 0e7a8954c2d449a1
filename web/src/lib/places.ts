// Where buttons stand: what stays on offer keeps its place from one decision to the next.

/**
 * The places of all that is on offer; whatever had a place keeps it, the rest fill those that are left.
 * Where one has just pressed a button nothing else comes to stand, if there is room: one may press twice.
 */
export function placed(
  before: (number | null)[],
  now: number[],
  most: number,
  pressed: number | null = null,
): (number | null)[] {
  if (now.length > most) return now;
  const places = before.slice(0, most).map((one) => (one !== null && now.includes(one) ? one : null));
  const fresh = now.filter((one) => !places.includes(one));
  const room = most - (now.length - fresh.length);
  const shunned = pressed !== null && fresh.length < room ? before.indexOf(pressed) : -1;
  for (const one of fresh) {
    const gap = places.findIndex((held, n) => held === null && n !== shunned);
    if (gap < 0) places.push(one);
    else places[gap] = one;
  }
  while (places.at(-1) === null) places.pop();
  return places;
}
