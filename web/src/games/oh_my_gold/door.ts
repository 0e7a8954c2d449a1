// How Oh My Gold! is begun by a single click: with the variant that its cover promises.

export const options: Record<string, string> = { steal: 'on' };
