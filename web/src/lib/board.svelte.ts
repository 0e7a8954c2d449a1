// What boards have in common: where the keyboard is, and how wide there is room.

import { MediaQuery } from 'svelte/reactivity';
import type { Choice } from '../games';

export const phone = new MediaQuery('(max-width: 900px), (max-height: 520px)'); // as the styles ask
const low = new MediaQuery('(max-height: 520px) and (min-width: 561px)'); // a phone in landscape

/** Whether a board of this width had better be drawn upright. */
export function upright(width: number): boolean {
  return width < 640 && !low.current;
}

/** Begins the page with a table, where a phone has no room for the sign above the door. */
export function beginPage(table: HTMLElement): void {
  if (matchMedia('(max-width: 560px)').matches) table.scrollIntoView();
}

/** Attributes of something on a board that can be clicked now, or cannot. */
export function doable(choice: Choice | undefined, act: (action: number) => void) {
  if (!choice) return {};
  return {
    role: 'button',
    tabindex: 0,
    'data-can': choice.kind,
    'data-advised': choice.advised || undefined,
    onclick: (event: Event) => {
      event.stopPropagation();
      act(choice.action);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      act(choice.action);
    },
  };
}

/** The thing that lies next in the direction of an arrow key, of those at these places. */
export function beside<T extends { x: number; y: number }>(from: T, key: string, all: T[]): T | undefined {
  const ways: Record<string, [number, number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  };
  const way = ways[key];
  if (!way) return undefined;
  const cost = (one: T) => {
    const [dx, dy] = [one.x - from.x, one.y - from.y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    return along > 1 && along >= aside * 0.8 ? along + 2 * aside : Infinity;
  };
  const best = all.reduce((a, b) => (cost(b) < cost(a) ? b : a), from);
  return cost(best) < Infinity ? best : undefined;
}

/** A square of a map, and where it lies. */
export interface Stop {
  name: string;
  x: number;
  y: number;
}

/** Attributes of a square that is told of when one touches it, and that arrow keys lead to. */
export function tellable(name: string, stops: Stop[], touch: (name: string) => void) {
  return {
    'data-square': name,
    onpointerenter: () => touch(name),
    onpointerleave: (event: PointerEvent) => event.pointerType === 'mouse' && touch(''),
    onfocus: () => touch(name),
    onblur: () => touch(''),
    onkeydowncapture: (event: KeyboardEvent) => {
      const next = beside(
        stops.find((stop) => stop.name === name)!,
        event.key,
        stops,
      );
      if (!next) return;
      event.preventDefault();
      touch(next.name);
      const map = (event.currentTarget as Element).parentElement;
      map?.querySelector<SVGGElement>(`[data-square="${next.name}"]`)?.focus();
    },
  };
}

/** Keeps the keyboard on a board whose things come and go: it is there again when one may act. */
export function keepFocus(node: Element, choices: Choice[]) {
  let held = false;
  const come = () => (held = true);
  const go = (event: Event) => {
    const next = (event as FocusEvent).relatedTarget;
    if (next instanceof Node && !node.contains(next)) held = false;
  };
  const look = (now: Choice[]) => {
    if (!held || !now.length || document.activeElement !== document.body) return;
    requestAnimationFrame(() => node.querySelector<SVGElement>('[tabindex="0"]')?.focus());
  };
  node.addEventListener('focusin', come);
  node.addEventListener('focusout', go);
  look(choices);
  return {
    update: look,
    destroy() {
      node.removeEventListener('focusin', come);
      node.removeEventListener('focusout', go);
    },
  };
}
