/**
 * Parses the articles of the page that the reader is most likely to open next, while the browser is idle: a click then only puts
 * their nodes into the document. They are parsed in an inert document, where images and the like are not loaded.
 */

import type { PageProps } from '../../model';
import { putStart } from './articleRest';

export { addRest, whenWhole } from './articleRest';

/** The parsed articles of one page, by their HTML. */
let parsed = new Map<string, DocumentFragment>();
let handle: number | undefined;

/**
 * Parses the articles of a page, in place of those of the last one. Before a post of a blog, the browser loads its calendars: it
 * would do so at the first date, which takes longer than all else of the post's first frame.
 */
export function parseAhead(articles: readonly string[], page?: Pick<PageProps, 'content'>): void {
  if (articles.every((html) => parsed.has(html)) || !('requestIdleCallback' in window)) return;
  if (handle !== undefined) window.cancelIdleCallback(handle);
  handle = window.requestIdleCallback(() => {
    parsed = new Map(articles.map((html) => [html, parse(html)]));
    if (page?.content.kind.startsWith('blog')) new Intl.DateTimeFormat(undefined, { month: 'long' }).format();
  });
}

/** The nodes of an article; they are still there for the next caller. */
export function parsedArticle(html: string): DocumentFragment | undefined {
  return parsed.get(html);
}

/** Puts the nodes of an article into a box, those below the first window after the paint. */
export function takeParsedArticle(html: string, box: Element): void {
  const fragment = parsed.get(html);
  parsed.delete(html);
  putStart(fragment ?? parse(html), box);
}

function parse(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
