// Figures of a server as people read them: bytes, times, numbers.

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** So many bytes, in the unit that leaves the fewest digits. */
export function bytes(size: number, lang: string): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
  return unit(size / 1000 ** power, UNITS[power]!, lang);
}

/** Seconds, or thousandths of them. */
export function seconds(time: number, lang: string): string {
  return time < 1 ? unit(1000 * time, 'millisecond', lang) : unit(time, 'second', lang);
}

export function number(value: number, lang: string): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value);
}

function unit(value: number, unit: string, lang: string): string {
  const digits = value < 10 ? 1 : 0;
  const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(lang, form).format(value);
}

/** The words of a list as somebody types it: one in a line, without empty ones. */
export function listed(text: string): string[] {
  return [...new Set(text.split('\n').map((word) => word.trim()))].filter(Boolean);
}
