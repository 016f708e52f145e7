import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import type { PageProps, SiteProps } from '../model';
import { ask } from './client';
import { type Failure, failureOf } from './failure';
import type { Hit } from './hits';
import { contextFilter, loadSettings, type SearchSettings } from './settings';
import type { Answer, FigureAnswer, UnknownWord } from './types';

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

type Known = typeof NOTHING;

/** A query with what else decides its answer. */
type Asked = {
  site: SiteProps;
  page: PageProps;
  versions: Versions;
  query: string;
  /** The last of the pages of hits that are wanted, from 1. */
  wanted: number;
};

/** Searches when the reader pauses typing, and loads the next page on request. */
export function useResults(site: SiteProps, page: PageProps, query: string, versions: Versions): Results {
  const [settings, setSettings] = useState<SearchSettings | null>(null);
  const [known, setKnown] = useState(NOTHING);
  const asked = query.trim();
  const wanted = known.asked === asked ? known.pages : 1;
  // The search is a network request; the first one starts without a delay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes with each answer, which must not ask again.
  useEffect(() => {
    const question = { site, page, versions, query: asked, wanted };
    return search(question, known.asked === '' || wanted > 1 ? 0 : DELAY_MS, setSettings, setKnown);
    // `known` changes with each answer; only what is asked for counts.
  }, [asked, wanted, site, page, versions]);
  const more = useCallback(() => setKnown((old) => ({ ...old, pages: old.pages + 1 })), []);
  return { settings, ...known, more };
}

/** Searches after a delay, and again when a busy server allows it, until the returned function ends it. */
function search(
  asked: Asked,
  delay: number,
  onSettings: (settings: SearchSettings) => void,
  setKnown: Dispatch<SetStateAction<Known>>,
): () => void {
  const { query, wanted } = asked;
  const abort = new AbortController();
  let repeats = 0;
  const fail = (error: unknown) => {
    if (abort.signal.aborted) return;
    const failure = failureOf(error, repeats);
    repeats += 1;
    setKnown((old) => ({ ...(wanted === 1 ? NOTHING : old), asked: query, pages: wanted, state: 'failed', failure }));
    if (failure.retryAfter !== null) timer = setTimeout(start, failure.retryAfter * 1000);
  };
  const start = () => {
    if (query === '') {
      setKnown(NOTHING);
      // The settings name the lists of earlier searches.
      const show = (settings: SearchSettings) => abort.signal.aborted || onSettings(settings);
      loadSettings(asked.site.basePath).then(show, () => {});
      return;
    }
    setKnown((old) => ({ ...old, state: 'asking', failure: null }));
    answerTo(asked, onSettings, abort.signal)
      .then((answer) => abort.signal.aborted || setKnown((old) => withAnswer(old, answer, asked)))
      .catch(fail);
  };
  let timer = setTimeout(start, delay);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

async function answerTo(
  { site, page, versions, query, wanted }: Asked,
  onSettings: (settings: SearchSettings) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const settings = await loadSettings(site.basePath);
  onSettings(settings);
  const filter = contextFilter(settings, site, page, versions);
  const question = { query, filter, perPage: PER_PAGE, page: wanted, groupLimit: 1, affix: 12 };
  return ask(settings, site.basePath, question, signal);
}

/** What is known after an answer: the first page replaces the hits and the figure, each other one adds its hits. */
function withAnswer(old: Known, answer: Answer, { query, wanted }: Asked): Known {
  return {
    ...answer,
    figure: wanted === 1 ? answer.figure : old.figure,
    hits: wanted === 1 ? answer.hits : [...old.hits, ...answer.hits],
    asked: query,
    pages: wanted,
    state: 'done',
    failure: null,
  };
}
