/** What became of a search that failed, and whether it is repeated. */

import { BusyError } from './client';

/** How often a refused search is repeated. */
const MAX_REPEATS = 3;
/** A reader does not wait longer for an answer. */
const MAX_WAIT_S = 120;

export type Failure = {
  /** An error, too many searches, or a server that has no index yet. */
  reason: 'error' | 'busy' | 'indexing';
  /** The seconds until it is repeated; `null` if it is not. */
  retryAfter: number | null;
};

/** `repeats` is the number of times that the search was repeated. */
export function failureOf(error: unknown, repeats: number): Failure {
  if (!(error instanceof BusyError)) return { reason: 'error', retryAfter: null };
  const { seconds, isIndexing } = error;
  const isRepeated = isIndexing || (repeats < MAX_REPEATS && seconds <= MAX_WAIT_S);
  return { reason: isIndexing ? 'indexing' : 'busy', retryAfter: isRepeated ? seconds : null };
}
