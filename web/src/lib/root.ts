// Where on its server the app is: at the top, or below a path under which a proxy shows it.

const said = document.querySelector<HTMLMetaElement>('meta[name=root]')?.content ?? './';

/** What every address of the app begins with: nothing, or such as /gold. */
export const root = said.replace(/^\./, '').replace(/\/$/, '');
