// Which page is shown: what the address says.

import { root } from './root';

export const here = $state({ path: path(), hash: location.hash.slice(1) });

/** The address within the app. */
function path(): string {
  return location.pathname.slice(root.length) || '/';
}

function look(): void {
  here.path = path();
  here.hash = location.hash.slice(1);
}

addEventListener('popstate', look);
addEventListener('hashchange', look);

/** Goes to another page of the app. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', root + path);
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** Lets links within the app change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  const url = new URL((link as HTMLAnchorElement).href, location.href);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${root}/`)) return;
  if (url.pathname.startsWith(`${root}/api/`)) return;
  if (url.pathname === location.pathname && url.hash) return; // the browser's own jump
  event.preventDefault();
  go(url.pathname.slice(root.length) + url.search + url.hash);
}
