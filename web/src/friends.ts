// Written by `make messages` from src/goldrush/server/friend_messages.py: change it there.

/** People are named by keys that are good for whoever asks alone: nobody is ever told an identity. */

export const CODE = 6;
export const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Somebody whom one knows. */
export interface Acquainted {
  key: string;
  name: string;
  since: number;
  here: boolean;
}

/** Everybody whom one knows. */
export interface Friends {
  friends: Acquainted[];
  asking: Acquainted[];
  asked: Acquainted[];
  blocked: Acquainted[];
  shown: boolean;
}

/** Somebody to ask or to block: at a seat, among those who look on, or by their page. */
export interface Whom {
  name: string;
  code?: string | null;
  seat?: number | null;
  by?: string | null;
  address?: string | null;
}

/** A table to which a friend invites one, as long as it waits for players. */
export interface Invited {
  code: string;
  game: string;
  name: string;
  at: number;
}

/** A friend to be invited. */
export interface Inviting {
  key: string;
}

/** Whether one's friends see when one is here. */
export interface SeenHere {
  shown: boolean;
}
