// Rated matches: what can be chosen for one, and how changes are written.

import type { PersonaInfo } from '../messages';
import { OFFERED, type Times } from './terms';

/** The time limit that is proposed where there must be one. */
export const USUAL: Times = OFFERED.find(({ kind }) => kind === 'move')!.times[1]!;

/** Whether a bot's strength was measured at a table of so many seats. */
export function measured({ strength }: PersonaInfo, game: string, seats: number): boolean {
  return strength[game]?.[seats] !== undefined;
}

/** Who may sit at a rated table: oneself, whoever comes, and bots that were measured there. */
export function seatable(seated: string[], personas: PersonaInfo[], game: string, seats: number): string[] {
  const bots = personas.filter((one) => measured(one, game, seats)).map(({ key }) => key);
  return seated.map((kind) => (kind === 'you' || bots.includes(kind) ? kind : 'open'));
}

/** A change with its sign, as it is printed. */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}
