// What a finger means on a map where things lie closer together than a finger is wide.

/** Something that can be touched, and how much nearer than others it must be for that. */
export interface Target {
  x: number;
  y: number;
  shy?: number; // 2: twice as near
  use: () => void;
}

/** What lies nearest to a point, if anything does within reach. */
export function nearest(targets: Target[], at: { x: number; y: number }, reach: number): Target | null {
  const far = (one: Target) => Math.hypot(one.x - at.x, one.y - at.y);
  const within = targets.filter((one) => far(one) <= reach);
  return within.reduce<Target | null>((a, b) => (a && far(a) * (a.shy ?? 1) <= far(b) * (b.shy ?? 1) ? a : b), null);
}

/** Sends a click on a drawing to what lies nearest to it; the keyboard's own clicks stay where they are. */
export function aim(event: MouseEvent, targets: Target[], reach: number): void {
  const svg = event.currentTarget as SVGSVGElement;
  const on = (event.target as Element).closest('[role="button"]');
  const screen = svg.getScreenCTM();
  if (!event.detail || !screen || (on && !on.hasAttribute('data-can'))) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
  const found = nearest(targets, at, reach);
  if (!found) return;
  event.stopPropagation();
  found.use();
}
