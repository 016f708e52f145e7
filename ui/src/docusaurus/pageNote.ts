/** Collects what a component sets on the page around it during the build. In a browser it has no effect: the head is already there. */

export type PageNote = {
  title?: string;
  /** The document's title as it is, without the site's. */
  headTitle?: string;
  description?: string;
  image?: string;
  keywords?: string[];
  noFooter?: boolean;
  /** Where the page leads on to. */
  redirect?: string;
  /** HTML for the head. */
  head?: string;
};

const KINDS: { [key in keyof PageNote]-?: string } = {
  title: 'string',
  headTitle: 'string',
  description: 'string',
  image: 'string',
  keywords: 'object',
  noFooter: 'boolean',
  redirect: 'string',
  head: 'string',
};

let noted: PageNote = {};

/** Adds what is known; of two words for one thing the later counts, and heads add up. */
export function notePage(more: PageNote): void {
  const known = Object.entries(more).filter(
    ([key, value]) => value !== null && typeof value === KINDS[key as keyof PageNote],
  );
  const head = (noted.head ?? '') + (more.head ?? '');
  noted = { ...noted, ...Object.fromEntries(known), ...(head !== '' && { head }) };
}

/** All that was said since it was last asked for, as a comment that the compiler takes out; empty for nothing. */
export function takeNote(): string {
  const said = noted;
  noted = {};
  if (Object.keys(said).length === 0) return '';
  const json = JSON.stringify(said).replace(/[-<>]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  return `<!--bindery:page ${json}-->`;
}
