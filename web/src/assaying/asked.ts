// Editions of one's own that a server measures: brought, and asked after until all pictures are ready.

import { ask } from '../lib/api';
import type { Assaying, NewAssay } from './messages';

export const assays = {
  begin: (wanted: NewAssay) => ask<Assaying>('POST', '/assays', wanted),
  state: (key: string) => ask<Assaying>('GET', `/assays/${key}`),
};
