import { useEffect, useState } from 'react';
import { ask } from '../client';
import { byPart } from '../hits';
import { contextFilter, loadSettings, type SearchSettings } from '../settings';
import type { Answer, SearchContext } from '../types';

export type AnswerState = {
  settings: SearchSettings | null;
  /** The answer and its query; the previous answer stays until the next one arrives. */
  answer: (Answer & { query: string }) | null;
  failed: boolean;
};

/** Searches while the reader types; an answer that arrives after the next request is dropped. */
export function useAnswer({ site, page }: Pick<SearchContext, 'site' | 'page'>, query: string): AnswerState {
  const [state, setState] = useState<AnswerState>({ settings: null, answer: null, failed: false });
  const asked = query.trim();
  // The search is a network request.
  useEffect(() => {
    const abort = new AbortController();
    const run = async () => {
      const settings = await loadSettings(site.basePath);
      if (abort.signal.aborted) return;
      setState((old) => ({ ...old, settings }));
      if (asked === '') return setState({ settings, answer: null, failed: false });
      const filter = contextFilter(settings, site, page);
      const answer = await ask(
        settings,
        site.basePath,
        { query: asked, filter, perPage: 10, groupLimit: 3 },
        abort.signal,
      );
      if (!abort.signal.aborted)
        setState({ settings, answer: { ...answer, hits: byPart(answer.hits), query: asked }, failed: false });
    };
    run().catch(() => {
      if (!abort.signal.aborted) setState((old) => ({ ...old, answer: null, failed: asked !== '' }));
    });
    return () => abort.abort();
  }, [asked, site, page]);
  return state;
}
