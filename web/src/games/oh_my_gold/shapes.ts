// Written by `make messages` from src/goldrush/games/oh_my_gold/shapes.py: change it there.

import type { AnyChoice, AnyView, Line, Touched } from "../../shapes";

export type Kind = "roll" | "open" | "load" | "steal" | "end";

export type Phase = "begin" | "fill" | "roll" | "act" | "reveal" | "done";

/** What an action touches. */
export interface Args extends Touched {
  slot?: number;
  coins?: number;
  diamonds?: number;
  seat?: number;
}

/** An action that can be played. */
export interface Choice extends AnyChoice {
  kind: Kind;
  args: Args;
}

/** A treasure of the edition, by the name that it has ashore; fish bones have no name. */
export interface Treasure {
  name: string;
  coins: number;
  diamonds: number;
}

/** The chests that are still to come. */
export interface Pile {
  cards: number;
  keys: number | null;
}

/** What a seat has; its loot is covered until the end [O24]. */
export interface Boat {
  ashore: string[];
  cards: number;
  coins: number | null;
  diamonds: number | null;
  bones: number | null;
}

/** The table, which looks the same to all. */
export interface View extends AnyView {
  legal: Choice[];
  phase: Phase;
  options: string[];
  at_once: boolean;
  treasures: Treasure[];
  row: number[];
  keyed: number[];
  pile: Pile;
  opening: number | null;
  closed: number[];
  chests: number;
  dice: string[];
  idle: Record<string, Line>;
  rolling: number;
  used: number;
  again: boolean;
  boarded: number[];
  boats: Boat[];
  closing: number | null;
  turns: number;
}
