/** Finds the pages whose paths are most similar to an unknown path. `llms.txt` is the list of all pages. */

import type { PageLink } from '../model';

const MAX_PAGES = 5;
/** Pages with less similarity are unrelated. */
const MIN_SIMILARITY = 0.3;

export async function similarPages(path: string, basePath: string): Promise<PageLink[]> {
  const response = await fetch(`${basePath}llms.txt`);
  if (!response.ok) return [];
  return nearest(path, readLinks(await response.text()));
}

/** `- [Title](https://site/path.md): what it is about` */
export function readLinks(text: string): PageLink[] {
  const links = [...text.matchAll(/^- \[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/gm)];
  return links.map(([, title = '', url = '']) => ({
    title: title.replace(/\\(.)/g, '$1'),
    href: new URL(url, document.baseURI).pathname.replace(/(?:\/index)?\.md$/, '') || '/',
  }));
}

export function nearest(path: string, links: readonly PageLink[]): PageLink[] {
  const wanted = pairs(path);
  const scored = links.map((link) => ({ link, score: similarity(wanted, pairs(link.href)) }));
  const good = scored.filter(({ score }) => score >= MIN_SIMILARITY).sort((a, b) => b.score - a.score);
  return good.slice(0, MAX_PAGES).map(({ link }) => link);
}

/** Pairs of characters; those of the last segment have twice the weight. */
function pairs(path: string): Map<string, number> {
  const found = new Map<string, number>();
  const segments = path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
  segments.forEach((segment, at) => {
    const word = ` ${segment.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    const weight = at === segments.length - 1 ? 2 : 1;
    for (let start = 0; start + 1 < word.length; start += 1) {
      const pair = word.slice(start, start + 2);
      found.set(pair, (found.get(pair) ?? 0) + weight);
    }
  });
  return found;
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const sum = (list: ReadonlyMap<string, number>) => [...list.values()].reduce((total, count) => total + count, 0);
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  return (2 * common) / (sum(a) + sum(b));
}
