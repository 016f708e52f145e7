import { useEffect, useRef, useState } from 'react';
import { ask } from '../client';
import { type Failure, failureOf } from '../failure';
import { byPart } from '../hits';
import { contextFilter, loadSettings, type SearchSettings } from '../settings';
import type { Answer, SearchContext } from '../types';

/** The longest delay after a key, in milliseconds. */
const MAX_DELAY_MS = 300;

export type AnswerState = {
  settings: SearchSettings | null;
  /** The answer and its query; the previous answer stays until the next one arrives. */
  answer: (Answer & { query: string }) | null;
  /** Why the search failed, if it did. */
  failure: Failure | null;
};

const NOTHING = { answer: null, failure: null };

/**
 * Searches while the reader types; an answer that arrives after the next request is dropped. A search waits as long after a key
 * as the last one took: a fast server is asked at each key, a slow one when the reader pauses.
 */
export function useAnswer({ site, page }: Pick<SearchContext, 'site' | 'page'>, query: string): AnswerState {
  const [state, setState] = useState<AnswerState>({ settings: null, ...NOTHING });
  const asked = query.trim();
  const lastMs = useRef(0);
  // The search is a network request.
  useEffect(() => {
    const abort = new AbortController();
    let [repeats, isAsking] = [0, false];
    const find = async (settings: SearchSettings): Promise<Answer> => {
      const started = performance.now();
      isAsking = true;
      try {
        const filter = contextFilter(settings, site, page);
        return await ask(settings, site.basePath, { query: asked, filter, perPage: 10, groupLimit: 3 }, abort.signal);
      } finally {
        isAsking = false;
        if (!abort.signal.aborted) lastMs.current = performance.now() - started;
      }
    };
    const run = async () => {
      const settings = await loadSettings(site.basePath);
      if (abort.signal.aborted) return;
      setState((old) => ({ ...old, settings }));
      if (asked === '') return setState({ settings, ...NOTHING });
      const answer = await find(settings);
      if (!abort.signal.aborted)
        setState({ settings, ...NOTHING, answer: { ...answer, hits: byPart(answer.hits), query: asked } });
    };
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      const failure = failureOf(error, repeats);
      repeats += 1;
      setState((old) => ({ ...old, answer: null, failure: asked === '' ? null : failure }));
      if (failure.retryAfter !== null) timer = setTimeout(start, failure.retryAfter * 1000);
    };
    const start = () => void run().catch(fail);
    let timer = setTimeout(start, asked === '' ? 0 : Math.min(lastMs.current, MAX_DELAY_MS));
    return () => {
      clearTimeout(timer);
      // A server that is slower than the reader's keys is asked when they rest.
      if (isAsking) lastMs.current = MAX_DELAY_MS;
      abort.abort();
    };
  }, [asked, site, page]);
  return state;
}
