// Written by `make messages` from src/goldrush/server/notice_messages.py: change it there.

export const MOST_ENDPOINT = 1024;
export const MOST_ADDRESS = 254;
export const MINUTES = 1440;

export type Often = "at_once" | "daily" | "never";

/** How often and when a person is told. */
export interface Wishes {
  often?: Often;
  hour?: number;
  quiet?: [number, number] | null;
  zone?: string;
  lang?: string;
  challenge?: boolean;
}

/** How oneself is told, and how that could be. */
export interface Notices {
  wishes: Wishes;
  key: string;
  devices: string[];
  mail: boolean;
  address: string | null;
  confirmed: boolean;
}

/** A browser that is to be told, as it says itself. */
export interface NewDevice {
  endpoint: string;
  key: string;
  auth: string;
}

/** An e-mail address to which a code is to be sent. */
export interface NewAddress {
  address: string;
}

/** The code that came there. */
export interface Confirmation {
  code: string;
}

/** How often one is told of one table; None as of all others. */
export interface TableNotices {
  often?: Often | null;
}
