// Which page is shown: what the address says.

export const here = $state({ path: location.pathname, hash: location.hash.slice(1) });

function look(): void {
  here.path = location.pathname;
  here.hash = location.hash.slice(1);
}

addEventListener('popstate', look);
addEventListener('hashchange', look);

/** Goes to another page of the app. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** Lets links within the app change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  const url = new URL((link as HTMLAnchorElement).href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname === location.pathname && url.hash) return; // the browser's own jump
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}
