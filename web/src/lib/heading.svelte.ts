// What the tab of the browser says: the page, and at how many tables it is one's turn.

const PIN = document.querySelector<HTMLLinkElement>('link[rel=icon]');
const PLAIN = PIN?.getAttribute('href') ?? '';
const MANY = 9; // more are a plus

let page = $state(document.title);

/** Says what page is shown. */
export function title(text: string): void {
  page = text;
}

/** Has the tab say the page that is shown, and how many tables wait. */
export function head(count: () => number): void {
  $effect(() => {
    const n = count();
    document.title = n ? `(${n}) ${page}` : page;
  });
  $effect(() => {
    const n = count();
    if (PIN) PIN.href = n ? icon(n) : PLAIN;
  });
}

/** The icon with a number, as an address that asks nobody. */
export function icon(n: number): string {
  const number = n > MANY ? `${MANY}+` : String(n);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
    <circle cx="28" cy="36" r="26" fill="#d9a321" stroke="#2b2118" stroke-width="4"/>
    <g fill="none" stroke="#2b2118" stroke-linecap="round"><path d="M16 47 37 22" stroke-width="6"/>
    <path d="M21 19c9-4 18 4 21 14" stroke-width="6"/></g>
    <circle cx="44" cy="20" r="19" fill="#a63d2a" stroke="#f6ecd9" stroke-width="3"/>
    <text x="44" y="20" text-anchor="middle" dominant-baseline="central" fill="#fff"
      font-family="sans-serif" font-weight="700" font-size="${n > MANY ? 22 : 27}">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
