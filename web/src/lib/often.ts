// How often one may be told of one's turn.

import type { Often } from '../notices';

export const OFTEN: readonly Often[] = ['at_once', 'daily', 'never'];
