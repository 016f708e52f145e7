/** What became of a search that failed, and whether it is repeated. */

import { BusyError } from './client';

/** How often a refused search is repeated. */
const MAX_REPEATS = 3;
/** A reader does not wait longer for an answer. */
const MAX_WAIT_S = 120;

export type Failure = {
  /** Whether the server refused it because of too many searches. */
  isBusy: boolean;
  /** The seconds until it is repeated; `null` if it is not. */
  retryAfter: number | null;
};

/** `repeats` is the number of times that the search was repeated. */
export function failureOf(error: unknown, repeats: number): Failure {
  if (!(error instanceof BusyError)) return { isBusy: false, retryAfter: null };
  const isRepeated = repeats < MAX_REPEATS && error.seconds <= MAX_WAIT_S;
  return { isBusy: true, retryAfter: isRepeated ? error.seconds : null };
}
