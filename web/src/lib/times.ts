// Days and times as people of a language write them.

/** A day with its time. */
export function moment(at: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** A time of the day, to the second. */
export function instant(at: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { timeStyle: 'medium' }).format(at);
}

/** A day alone. */
export function day(at: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(at);
}
