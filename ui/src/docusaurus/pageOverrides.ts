/** Collects the properties of its page that a component sets during the build. In a browser this has no effect: the head is served. */

export type PageOverrides = {
  title?: string;
  /** The document's title, without the site's title. */
  headTitle?: string;
  description?: string;
  image?: string;
  keywords?: string[];
  noFooter?: boolean;
  /** The target, if the page redirects. */
  redirect?: string;
  /** HTML for the head. */
  head?: string;
};

const KINDS: { [key in keyof PageOverrides]-?: string } = {
  title: 'string',
  headTitle: 'string',
  description: 'string',
  image: 'string',
  keywords: 'object',
  noFooter: 'boolean',
  redirect: 'string',
  head: 'string',
};

let overrides: PageOverrides = {};

/** Adds properties of the page. A later value replaces an earlier one; heads are concatenated. */
export function overridePage(more: PageOverrides): void {
  const known = Object.entries(more).filter(
    ([key, value]) => value !== null && typeof value === KINDS[key as keyof PageOverrides],
  );
  const head = (overrides.head ?? '') + (more.head ?? '');
  overrides = { ...overrides, ...Object.fromEntries(known), ...(head !== '' && { head }) };
}

/** The properties set since the last call, as a comment that the compiler removes; empty if there are none. */
export function takeOverrides(): string {
  const taken = overrides;
  overrides = {};
  if (Object.keys(taken).length === 0) return '';
  const json = JSON.stringify(taken).replace(/[-<>]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  return `<!--bindery:page ${json}-->`;
}
