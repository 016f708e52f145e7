/** Reads the files of an exported index (`server/src/search/static_files.rs`); each is fetched when it is first needed. */

/** Pairs of a section and its field bits, and of a section and a count; sections are distances from the previous one. */
export type Postings = readonly [head: readonly number[], text: readonly number[]];

type StaticPage = [
  url: string,
  title: string,
  top: string,
  aliases: string,
  weight: number,
  language: number,
  tag: number,
  first: number,
  /** 1 for a page about one thing with a name. */
  kind: number,
];
type StaticSection = [
  level: number,
  parent: number,
  heading: string,
  anchor: string,
  length: number,
  /** 1 for a section with a tool. */
  kind: number,
];

/** Words that say nothing about what is looked for: always, and after another one. */
export type Fillers = { always: readonly string[]; dependent: readonly string[] };

/** The lists of the engine for English words. */
export type English = {
  /** Pairs of endings that replace each other. */
  endings: readonly (readonly [string, string])[];
  /** Suffixes, and the endings that a stem without the suffix may have instead. */
  suffixes: readonly (readonly [string, readonly string[]])[];
};

export type StaticSite = {
  english: English;
  /** The fillers of each language, and those that all languages have in common. */
  fillers: { languages: readonly Fillers[]; common: Fillers };
  pages: readonly StaticPage[];
  sections: readonly StaticSection[];
  languages: readonly string[];
  tags: readonly string[];
  /** The accent colours of pages, by their paths. */
  elements: Readonly<Record<string, string>>;
  /** Lists of phrases that mean the same, each phrase with its terms. */
  synonyms: readonly (readonly (readonly string[])[])[];
  mean: number;
  /** The first term of each shard. */
  shards: readonly string[];
};

export type Store = {
  site: StaticSite;
  /** The page of each section. */
  pageOf: Uint32Array;
  postings(term: string): Promise<Postings | undefined>;
  /** The terms with this prefix in its first shards. */
  completions(prefix: string): Promise<[string, Postings][]>;
  words(): Promise<readonly string[]>;
  texts(page: number): Promise<readonly string[]>;
};

/** Shards that are read for a prefix. */
const MAX_SHARDS = 4;

const stores = new Map<string, Promise<Store>>();

export function openStore(folder: string): Promise<Store> {
  return once(stores, folder, open);
}

/** The promise for a key, made at its first use. A failure is not cached. */
function once<T>(known: Map<string, Promise<T>>, key: string, make: (key: string) => Promise<T>): Promise<T> {
  const own = known.get(key) ?? make(key);
  known.set(key, own);
  own.catch(() => known.delete(key));
  return own;
}

async function open(folder: string): Promise<Store> {
  const fetched = new Map<string, Promise<unknown>>();
  const load = <T>(name: string) => once(fetched, folder + name, fetchFile) as Promise<T>;
  const site = await load<StaticSite>('site.json');
  const pageOf = new Uint32Array(site.sections.length);
  site.pages.forEach(([, , , , , , , first], page) => pageOf.fill(page, first));
  const shardOf = (term: string) =>
    Math.max(
      0,
      site.shards.findLastIndex((first) => first <= term),
    );
  const shard = (number: number) => load<Readonly<Record<string, Postings>>>(`terms/${number}.json`);
  return {
    site,
    pageOf,
    async postings(term) {
      const terms = await shard(shardOf(term));
      return Object.hasOwn(terms, term) ? terms[term] : undefined;
    },
    async completions(prefix) {
      const numbers = [shardOf(prefix)];
      for (
        let next = (numbers[0] ?? 0) + 1;
        numbers.length < MAX_SHARDS && site.shards[next]?.startsWith(prefix);
        next += 1
      )
        numbers.push(next);
      const shards = await Promise.all(numbers.map(shard));
      return shards.flatMap((terms) => Object.entries(terms).filter(([term]) => term.startsWith(prefix)));
    },
    words: async () => (await load<string>('words.txt')).split('\n'),
    texts: (page) => load(`texts/${page}.json`),
  };
}

async function fetchFile(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`search: ${response.status}`);
  return url.endsWith('.txt') ? response.text() : response.json();
}
