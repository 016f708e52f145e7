import { useCallback, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
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

export type Results = Omit<List, 'key' | 'pages'> & {
  settings: SearchSettings | null;
  state: 'asking' | 'done' | 'failed';
  /** Why it failed, if it did. */
  failure: Failure | null;
  more: () => void;
  /** Asks once more for what failed. */
  retry: () => void;
};

/** What was found for a query, as far as it was asked for. */
type List = {
  /** Page, query and versions that it belongs to. */
  key: string;
  asked: string;
  hits: readonly Hit[];
  found: number;
  figure: FigureAnswer | null;
  unknown: readonly UnknownWord[];
  understood: string;
  /** The number of pages of hits. */
  pages: number;
};

const NOTHING: List = { key: '', asked: '', hits: [], found: 0, figure: null, unknown: [], understood: '', pages: 0 };

type Progress = { key: string; state: 'asking' | 'failed'; failure: Failure | null };

/** Lists that Back and Forward show again at once, in the place where they were read; the newest is the last. */
const kept = new Map<string, List>();
const MAX_KEPT = 10;

let lastSettings: SearchSettings | null = null;

function keep(list: List): void {
  kept.delete(list.key);
  kept.set(list.key, list);
  for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
}

/** The list that is shown: that of the query if it is known, and the last one until then. */
function useList(key: string, asked: string): [List, (list: List) => void] {
  const navigation = useNavigationType();
  const [shown, setShown] = useState(NOTHING);
  const known = (navigation === 'POP' && kept.get(key)) || shown;
  const list = asked === '' ? NOTHING : shown.key === key ? shown : known;
  if (list !== shown) setShown(list);
  return [list, setShown];
}

/** Searches when the reader pauses typing, and loads the next page on request. */
export function useResults(site: SiteProps, page: PageProps, query: string, versions: Versions): Results {
  const asked = query.trim();
  const key = JSON.stringify([page.path, asked, versions]);
  const [settings, setSettings] = useState(lastSettings);
  const [list, setList] = useList(key, asked);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [wish, setWish] = useState({ key, pages: 1, attempt: 0 });
  const pages = list.key === key ? list.pages : 0;
  const wanted = wish.key === key && wish.pages > pages ? pages + 1 : Math.max(pages, 1);
  // The search is a network request; the first one starts without a delay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` changes with each answer, which must not ask again.
  useEffect(() => {
    const abort = new AbortController();
    const showSettings = (loaded: SearchSettings) => {
      lastSettings = loaded;
      if (!abort.signal.aborted) setSettings(loaded);
    };
    let repeats = 0;
    const run = async () => {
      const loaded = await loadSettings(site.basePath);
      showSettings(loaded);
      const filter = contextFilter(loaded, site, page, versions);
      const question = { query: asked, filter, perPage: PER_PAGE, page: wanted, groupLimit: 1, affix: 12 };
      const answer = await ask(loaded, site.basePath, question, abort.signal);
      if (abort.signal.aborted) return;
      const first = wanted > 1 ? { figure: list.figure, hits: [...list.hits, ...answer.hits] } : {};
      const next = { ...answer, ...first, key, asked, pages: wanted };
      keep(next);
      setList(next);
      setProgress(null);
    };
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      const failure = failureOf(error, repeats);
      repeats += 1;
      if (wanted === 1) setList({ ...NOTHING, key, asked });
      setProgress({ key, state: 'failed', failure });
      if (failure.retryAfter !== null) timer = setTimeout(start, failure.retryAfter * 1000);
    };
    const start = () => {
      setProgress({ key, state: 'asking', failure: null });
      run().catch(fail);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The settings name the lists of earlier searches.
    if (asked === '') loadSettings(site.basePath).then(showSettings, () => {});
    else if (pages < wanted) timer = setTimeout(start, list.asked === '' || wanted > 1 ? 0 : DELAY_MS);
    else setProgress(null);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, pages < wanted, wanted, wish.attempt, site, page]);
  const more = useCallback(() => setWish({ key, pages: pages + 1, attempt: 0 }), [key, pages]);
  const retry = () => setWish({ ...wish, attempt: wish.attempt + 1 });
  const { state = 'done', failure = null } = (progress?.key === key && progress) || {};
  return { ...list, settings, state, failure, more, retry };
}
