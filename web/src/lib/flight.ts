// Gold that flies over the screen, from where it lay to whoever takes it.

import { moves } from './settings.svelte';

const LONG = 750; // milliseconds

/** Lets a coin fly from one thing to another; it does not where nothing may travel. */
export function fly(from: Element | null, to: Element | null, late = 0): void {
  if (!from || !to || !moves()) return;
  const coin = document.createElement('span');
  coin.className = 'flight';
  coin.ariaHidden = 'true';
  document.body.append(coin);
  const [a, b] = [middle(from), middle(to)];
  const frames = [
    { transform: `translate(${a.x}px, ${a.y}px) scale(0.6)`, opacity: 0 },
    { transform: `translate(${a.x}px, ${a.y}px)`, opacity: 1, offset: 0.15 },
    { transform: `translate(${(a.x + b.x) / 2}px, ${Math.min(a.y, b.y) - 50}px) scale(1.25)`, offset: 0.55 },
    { transform: `translate(${b.x}px, ${b.y}px) scale(0.5)` },
  ];
  const travel = coin.animate(frames, { duration: LONG, delay: late, easing: 'ease-in-out', fill: 'both' });
  travel.onfinish = travel.oncancel = () => coin.remove();
}

function middle(thing: Element): { x: number; y: number } {
  const box = thing.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a seat stands beside the table, if it does. */
export function plateOf(seat: number): Element | null {
  return document.querySelector(`[data-seat="${seat}"]`);
}
