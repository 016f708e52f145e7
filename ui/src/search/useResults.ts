import { useCallback, useEffect, useRef, useState } from 'react';
import type { PageProps, SiteProps } from '../model';
import { ask } from './client';
import { type Failure, failureOf } from './failure';
import type { Hit } from './hits';
import { contextFilter, loadSettings, type SearchSettings } from './settings';
import type { FigureAnswer, UnknownWord } from './types';

const PER_PAGE = 15;
/** The delay after the last key, in milliseconds. */
const DELAY_MS = 300;

/** The chosen version of each instance of documents, by the instance's id. */
export type Versions = Readonly<Record<string, string>>;

export type Results = {
  settings: SearchSettings | null;
  /** The query that `hits` belong to. */
  asked: string;
  hits: readonly Hit[];
  found: number;
  figure: FigureAnswer | null;
  unknown: readonly UnknownWord[];
  understood: string;
  state: 'asking' | 'done' | 'failed';
  /** Why it failed, if it did. */
  failure: Failure | null;
  more: () => void;
};

const NOTHING = {
  asked: '',
  hits: [] as readonly Hit[],
  found: 0,
  figure: null as FigureAnswer | null,
  unknown: [] as readonly UnknownWord[],
  understood: '',
  pages: 1,
  state: 'done' as Results['state'],
  failure: null as Failure | null,
};

/** What the search page showed when the reader left it. Back shows it again at once, in the place where it was read. */
let left: { path: string; settings: SearchSettings; known: typeof NOTHING } | null = null;

function keep(path: string, settings: SearchSettings | null, known: typeof NOTHING, versions: Versions): void {
  const isAnswer = known.state === 'done' && known.asked !== '' && Object.keys(versions).length === 0;
  left = isAnswer && settings ? { path, settings, known } : null;
}

/** Searches when the reader pauses typing, and loads the next page on request. */
export function useResults(site: SiteProps, page: PageProps, query: string, versions: Versions): Results {
  const asked = query.trim();
  const [kept] = useState(() => (left?.path === page.path && left.known.asked === asked ? left : null));
  const isKept = useRef(kept !== null);
  const [settings, setSettings] = useState(kept?.settings ?? null);
  const [known, setKnown] = useState(kept?.known ?? NOTHING);
  const wanted = known.asked === asked ? known.pages : 1;
  useEffect(() => keep(page.path, settings, known, versions), [known, settings, versions, page]);
  // The search is a network request; the first one starts without a delay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes with each answer, which must not ask again.
  useEffect(() => {
    if (isKept.current) {
      isKept.current = false;
      return;
    }
    const abort = new AbortController();
    let repeats = 0;
    const run = async () => {
      const loaded = await loadSettings(site.basePath);
      setSettings(loaded);
      const filter = contextFilter(loaded, site, page, versions);
      const answer = await ask(
        loaded,
        site.basePath,
        { query: asked, filter, perPage: PER_PAGE, page: wanted, groupLimit: 1, affix: 12 },
        abort.signal,
      );
      if (abort.signal.aborted) return;
      setKnown((old) => ({
        ...answer,
        figure: wanted === 1 ? answer.figure : old.figure,
        hits: wanted === 1 ? answer.hits : [...old.hits, ...answer.hits],
        asked,
        pages: wanted,
        state: 'done',
        failure: null,
      }));
    };
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      const failure = failureOf(error, repeats);
      repeats += 1;
      setKnown((old) => ({ ...(wanted === 1 ? NOTHING : old), asked, pages: wanted, state: 'failed', failure }));
      if (failure.retryAfter !== null) timer = setTimeout(start, failure.retryAfter * 1000);
    };
    const start = () => {
      if (asked === '') {
        setKnown(NOTHING);
        // The settings name the lists of earlier searches.
        const show = (loaded: SearchSettings) => abort.signal.aborted || setSettings(loaded);
        loadSettings(site.basePath).then(show, () => {});
        return;
      }
      setKnown((old) => ({ ...old, state: 'asking', failure: null }));
      run().catch(fail);
    };
    let timer = setTimeout(start, known.asked === '' || wanted > 1 ? 0 : DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // `known` changes with each answer; only what is asked for counts.
  }, [asked, wanted, site, page, versions]);
  const more = useCallback(() => setKnown((old) => ({ ...old, pages: old.pages + 1 })), []);
  return { settings, ...known, more };
}
