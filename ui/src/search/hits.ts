/** Parses hits of Typesense, grouped or not, of the current and of older versions. */

export type Piece = { text: string; match: boolean };

export type Hit = {
  id: string;
  url: string;
  type: string;
  /** Whether the section has a tool, such as a calculator. */
  isTool: boolean;
  /** The accent colour of the page, such as `cryo`. */
  element?: string;
  /** Names from the part of the site down to the section; empty where there is none. */
  levels: readonly string[];
  /** The name of the section, matches marked. */
  title: readonly Piece[];
  /** The text around the matches; empty when only names matched. */
  summary: readonly Piece[];
  content: string;
};

type Json = Record<string, unknown>;

export function readHits(result: Json): Hit[] {
  const grouped = result.grouped_hits as { hits: Json[] }[] | undefined;
  const hits = grouped?.flatMap((group) => group.hits) ?? (result.hits as Json[] | undefined) ?? [];
  return hits.map(readHit);
}

/** The hits in the order of the list: those of one part of the site together, as the arrow keys reach them. */
export function byPart(hits: readonly Hit[]): Hit[] {
  const parts = [...new Set(hits.map(({ levels }) => levels[0]))];
  return parts.flatMap((part) => hits.filter(({ levels }) => levels[0] === part));
}

function readHit(hit: Json): Hit {
  const document = hit.document as Json;
  const levels = [0, 1, 2, 3, 4, 5, 6].map((level) => String(fieldOf(document, `hierarchy.lvl${level}`) ?? ''));
  const deepest = levels.findLastIndex((name) => name !== '');
  const content = String(document.content ?? '');
  const type = String(document.type ?? 'lvl1');
  const title = highlightOf(hit, `hierarchy.lvl${deepest}`) ?? levels[deepest] ?? '';
  return {
    id: String(document.id ?? document.url),
    url: openingUrl(String(document.url), hit.opens as string[] | undefined),
    type,
    isTool: document.kind === 'tool',
    ...(typeof hit.element === 'string' && { element: hit.element }),
    levels,
    title: pieces(title),
    summary: pieces(highlightOf(hit, 'content') ?? (type === 'content' ? content.slice(0, 160) : '')),
    content,
  };
}

/** The address that opens the tab and the `details` with these titles (`enhancements/enhanceTabs.ts`). */
export function openingUrl(url: string, titles: readonly string[] = []): string {
  if (titles.length === 0) return url;
  const [page = '', ...hash] = url.split('#');
  return [`${page}?${titles.map((title) => `tab=${encodeURIComponent(title)}`).join('&')}`, ...hash].join('#');
}

/** Whether a hit is a section, whose name says little without that of its page. */
export function isSection({ levels }: Hit): boolean {
  return levels[1] !== '' && levels.slice(2).some((name) => name !== '');
}

/** `a.b` as one name, or as nested objects. */
function fieldOf(from: Json | undefined, name: string): unknown {
  const [first = '', last = ''] = name.split('.');
  return from?.[name] ?? (last === '' ? undefined : (from?.[first] as Json | undefined)?.[last]);
}

type Highlight = { field?: string; value?: string; snippet?: string };

function highlightOf(hit: Json, field: string): string | undefined {
  const own = fieldOf(hit.highlight as Json | undefined, field) as Highlight | undefined;
  const listed = (hit.highlights as Highlight[] | undefined)?.find((one) => one.field === field);
  const { value, snippet } = own ?? listed ?? {};
  return field === 'content' ? (snippet ?? value) : (value ?? snippet);
}

/** Marks become pieces of text, so that nothing in them is ever markup. */
export function pieces(text: string): Piece[] {
  return text
    .split(/<\/?mark>/)
    .map((piece, index) => ({ text: piece, match: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Where a hit leads: a path of this site, whatever host was indexed, unless it is another site's. */
export function parseHitUrl(url: string, externalUrlRegex: string | null): { href: string; external: boolean } {
  if (externalUrlRegex && new RegExp(externalUrlRegex).test(url)) return { href: url, external: true };
  const { pathname, search, hash } = new URL(url, window.location.origin);
  return { href: pathname + search + hash, external: false };
}
