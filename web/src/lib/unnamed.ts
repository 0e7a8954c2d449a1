// Questions to somebody who is alone at a screen: the name before them says nothing there.

/** A question without the name that it begins with: "Ann: where to?" is "Where to?". */
export function unnamed(said: string, name: string): string {
  const rest = said.startsWith(name) ? /^\s?[:,]\s(.+)$/s.exec(said.slice(name.length))?.[1] : undefined;
  return rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : said;
}
