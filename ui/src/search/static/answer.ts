/** Answers searches in the browser from the index files of an exported site, which has no search server. */

import { openingUrl, type Hit, type Piece } from '../hits';
import { SNIPPET_THRESHOLD } from '../limits';
import type { Answer, Question } from '../types';
import { linesOf } from './lines';
import { bestLine, markSnippet, markWhole, termsOf, type Terms } from './mark';
import { rank, textOf, type Ranked } from './rank';
import { openStore, type StaticSite, type Store } from './store';
import { queryOf } from './words';

export function answerFromFiles(basePath: string, question: Question, signal?: AbortSignal): Promise<Answer> {
  // Downloads continue for the next query, but the promise rejects at the time limit.
  const timeout = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new Error('search: no answer in time'))),
  );
  return Promise.race([find(basePath, question), timeout]);
}

async function find(
  basePath: string,
  { query, filter, perPage, page = 1, groupLimit, affix = 4 }: Question,
): Promise<Answer> {
  const store = await openStore(`${basePath}_bindery/search/`);
  const parsed = await queryOf(store, query, languageOf(filter));
  const ranked = await rank(store, parsed, filterOf(store.site, filter));
  const groups = new Map<number, Ranked[]>();
  for (const hit of ranked) {
    const own = store.pageOf[hit.section] ?? 0;
    const group = groups.get(own) ?? [];
    if (group.length < groupLimit) group.push(hit);
    groups.set(own, group);
  }
  const shown = [...groups.values()].slice((page - 1) * perPage, page * perPage).flat();
  const terms = termsOf(parsed);
  const hits = await Promise.all(shown.map((hit) => hitOf(store, terms, hit.section, affix)));
  return { hits, found: groups.size, figure: null, unknown: [], understood: '' };
}

/** The language that a filter names. */
const languageOf = (filter = '') => /language:=([^ &]+)/.exec(filter)?.[1];

/** Of filters only the one that the interface itself makes is read: a language and a list of tags. */
function filterOf({ pages, languages, tags }: StaticSite, filter = ''): (page: number) => boolean {
  const language = languageOf(filter);
  const wanted = /docusaurus_tag:=\[([^\]]*)\]/.exec(filter)?.[1]?.split(',');
  return (page) => {
    const [, , , , , own, tag] = pages[page] ?? [];
    return (
      (language === undefined || languages[own ?? 0] === language) && (!wanted || wanted.includes(tags[tag ?? 0] ?? ''))
    );
  };
}

const matchedTexts = (pieces: readonly Piece[]): string[] =>
  pieces.filter(({ match }) => match).map(({ text }) => text.toLowerCase());

async function hitOf(store: Store, terms: Terms, section: number, affix: number): Promise<Hit> {
  const { site, pageOf } = store;
  const [level, , heading, anchor, , kind] = site.sections[section] ?? [1, -1, '', '', 0, 0];
  const [url = '', title = '', top = ''] = site.pages[pageOf[section] ?? 0] ?? [];
  const levels = ['', '', '', '', '', '', ''];
  for (let next = section; next >= 0; ) {
    const [depth, parent, name] = site.sections[next] ?? [0, -1, ''];
    levels[depth] = name;
    next = parent < next ? parent : -1;
  }
  [levels[0], levels[1]] = [top, title];
  const content = await textOf(store, section);
  const lines = linesOf(content);
  const named = markWhole(terms, level === 1 ? title : heading);
  const names = new Set(levels.flatMap((name) => matchedTexts(markWhole(terms, name).pieces)));
  // The text of a page begins with its description.
  const line = level === 1 ? lines[0] : bestLine(terms, lines, names);
  const shown = line?.text ?? '';
  const summary = level === 1 ? markWhole(terms, shown).pieces : markSnippet(terms, shown, affix, SNIPPET_THRESHOLD);
  const place = anchor === '' ? url : `${url}#${anchor}`;
  const type = !named.matches && summary.some(({ match }) => match) ? 'content' : `lvl${level}`;
  // What the names have, too, needs nothing opened.
  const isHidden = level > 1 && matchedTexts(summary).some((text) => !names.has(text));
  const element = site.elements[url];
  return {
    id: `${place}#${heading}`,
    url: isHidden ? openingUrl(place, line?.opens) : place,
    type,
    isTool: kind === 1,
    ...(element !== undefined && { element }),
    levels,
    title: named.pieces,
    summary,
    content: lines.map(({ text }) => text).join('\n'),
  };
}
