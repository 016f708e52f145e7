import { useEffect, useState } from 'react';
import { ask, BusyError } from '../client';
import { byPart } from '../hits';
import { contextFilter, loadSettings, type SearchSettings } from '../settings';
import type { Answer, SearchContext } from '../types';

export type AnswerState = {
  settings: SearchSettings | null;
  /** The answer and its query; the previous answer stays until the next one arrives. */
  answer: (Answer & { query: string }) | null;
  failed: boolean;
  /** The seconds until a refused search is repeated. */
  waits: number | null;
};

const NOTHING = { answer: null, failed: false, waits: null };

/** Searches while the reader types; an answer that arrives after the next request is dropped. */
export function useAnswer({ site, page }: Pick<SearchContext, 'site' | 'page'>, query: string): AnswerState {
  const [state, setState] = useState<AnswerState>({ settings: null, ...NOTHING });
  const asked = query.trim();
  // The search is a network request.
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      const settings = await loadSettings(site.basePath);
      if (abort.signal.aborted) return;
      setState((old) => ({ ...old, settings }));
      if (asked === '') return setState({ settings, ...NOTHING });
      const filter = contextFilter(settings, site, page);
      const answer = await ask(
        settings,
        site.basePath,
        { query: asked, filter, perPage: 10, groupLimit: 3 },
        abort.signal,
      );
      if (!abort.signal.aborted)
        setState({ settings, ...NOTHING, answer: { ...answer, hits: byPart(answer.hits), query: asked } });
    };
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      const waits = error instanceof BusyError ? error.seconds : null;
      setState((old) => ({ ...old, answer: null, failed: asked !== '', waits }));
      if (waits !== null) timer = setTimeout(start, waits * 1000);
    };
    const start = () => void run().catch(fail);
    start();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, site, page]);
  return state;
}
