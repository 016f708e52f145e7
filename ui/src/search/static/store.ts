/** What the export wrote of the index (`server/src/search/static_files.rs`), each file fetched when it is first needed. */

/** Sections and bits, sections and times: distances from the one before. */
export type Lists = readonly [head: readonly number[], text: readonly number[]];

export type StaticPage = [
  url: string,
  title: string,
  top: string,
  aliases: string,
  weight: number,
  language: number,
  tag: number,
  first: number,
];
export type StaticSection = [level: number, parent: number, heading: string, anchor: string, length: number];

export type StaticSite = {
  pages: readonly StaticPage[];
  sections: readonly StaticSection[];
  languages: readonly string[];
  tags: readonly string[];
  synonyms: readonly (readonly string[])[];
  mean: number;
  /** The weight of a term by the field it occurs in, in the order of the bits. */
  weights: readonly number[];
  /** The first term of each shard. */
  shards: readonly string[];
};

export type Store = {
  site: StaticSite;
  /** The page of each section. */
  pageOf: Uint32Array;
  lists(term: string): Promise<Lists | undefined>;
  /** The terms that begin so, as far as the first shards reach. */
  longer(beginning: string): Promise<[string, Lists][]>;
  words(): Promise<readonly string[]>;
  texts(page: number): Promise<readonly string[]>;
};

/** Shards that are read for a beginning. */
const MAX_SHARDS = 4;

const stores = new Map<string, Promise<Store>>();

export function openStore(folder: string): Promise<Store> {
  const known = stores.get(folder) ?? open(folder);
  stores.set(folder, known);
  known.catch(() => stores.delete(folder));
  return known;
}

async function open(folder: string): Promise<Store> {
  const fetched = new Map<string, Promise<unknown>>();
  const load = <T>(name: string): Promise<T> => {
    const known = fetched.get(name) ?? fetchFile(folder + name);
    fetched.set(name, known);
    // A failure is not remembered.
    known.catch(() => fetched.delete(name));
    return known as Promise<T>;
  };
  const site = await load<StaticSite>('site.json');
  const pageOf = new Uint32Array(site.sections.length);
  site.pages.forEach(([, , , , , , , first], page) => pageOf.fill(page, first));
  const shardOf = (term: string) =>
    Math.max(
      0,
      site.shards.findLastIndex((first) => first <= term),
    );
  const shard = (number: number) => load<Readonly<Record<string, Lists>>>(`terms/${number}.json`);
  return {
    site,
    pageOf,
    async lists(term) {
      const terms = await shard(shardOf(term));
      return Object.hasOwn(terms, term) ? terms[term] : undefined;
    },
    async longer(beginning) {
      const numbers = [shardOf(beginning)];
      for (
        let next = (numbers[0] ?? 0) + 1;
        numbers.length < MAX_SHARDS && site.shards[next]?.startsWith(beginning);
        next += 1
      )
        numbers.push(next);
      const shards = await Promise.all(numbers.map(shard));
      return shards.flatMap((terms) => Object.entries(terms).filter(([term]) => term.startsWith(beginning)));
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
