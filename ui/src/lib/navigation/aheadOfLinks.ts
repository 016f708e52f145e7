/** What is loaded with the first page that is fetched ahead, since only the articles of such a page are parsed ahead and divided. */

type ParsedArticles = typeof import('./parsedArticles');

/** `parsedArticles.ts`, if it is loaded. */
export let parsedArticles: ParsedArticles | undefined;

export async function loadParsedArticles(): Promise<ParsedArticles> {
  parsedArticles ??= await import('./parsedArticles');
  return parsedArticles;
}

/** Calls `run` when the articles are whole: now, mostly. The returned function ends what `run` has begun, or takes it back. */
export function whenWhole(run: () => (() => void) | undefined): (() => void) | undefined {
  return parsedArticles ? parsedArticles.whenWhole(run) : run();
}
