declare module 'virtual:texts' {
  const words: Record<string, () => Promise<{ default: import('./lib/texts.svelte').Forms }>>;
  export default words;
}
declare module 'virtual:rules' {
  const books: Record<string, () => Promise<{ default: import('./lib/rulebook').Book }>>;
  export default books;
}
