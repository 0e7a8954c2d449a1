declare module 'virtual:texts' {
  const words: Record<string, () => Promise<{ default: import('./lib/texts.svelte').Forms }>>;
  export default words;
}
declare module 'virtual:rules' {
  const books: Record<string, () => Promise<{ default: import('./lib/rulebook').Book }>>;
  export default books;
}
declare module 'virtual:problems' {
  const problems: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default problems;
}
declare module 'virtual:assays' {
  const assays: Record<string, () => Promise<{ default: import('./assaying/shapes').Assay }>>;
  export default assays;
}
