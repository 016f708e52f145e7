/** Texts that the search modal and the search page share. */

import { translate } from '../lib/text/translate';
import type { Failure } from './failure';
import type { Answer, FigureAnswer } from './types';

/** The mark of a hit that leads to a tool. */
export function toolLabel(): string {
  return translate('theme.SearchPage.toolLabel', 'Tool');
}

/** Why there are no results, and what follows. */
export function failureTexts({ reason, retryAfter }: Failure): [title: string, help: string] {
  if (reason !== 'error')
    return [
      reason === 'indexing'
        ? translate('theme.SearchModal.errorScreen.indexingTitle', 'The search index is being built')
        : translate('theme.SearchModal.errorScreen.busyTitle', 'Too many searches'),
      retryAfter === null
        ? translate('theme.SearchModal.errorScreen.busyEndText', 'Please try again later.')
        : translate('theme.SearchModal.errorScreen.busyText', 'The search is repeated in {seconds} s.', {
            seconds: String(retryAfter),
          }),
    ];
  return [
    translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results'),
    translate('theme.SearchModal.errorScreen.helpText', 'You might want to check your network connection.'),
  ];
}

/** Which words of a query no page has. */
export function unknownText(words: readonly string[]): string {
  return translate('theme.SearchPage.unknownWords', 'No page has: {words}', { words: words.join(', ') });
}

/** What to search for instead: the query without the words that no page has, and terms that are near these. */
export function suggestionsOf({ unknown, understood }: Pick<Answer, 'unknown' | 'understood'>): string[] {
  if (unknown.length === 0) return [];
  const all = [understood, ...unknown.flatMap(({ nearest }) => nearest)];
  return [...new Set(all)].filter((query) => query !== '');
}

/** The question below an empty list, its link, and the address that the link leads to. */
export function feedbackTexts(query: string, feedbackUrl: string): { question: string; link: string; href: string } {
  return {
    question: translate(
      'theme.SearchModal.noResultsScreen.reportMissingResultsText',
      'Believe this query should return results?',
    ),
    link: translate('theme.SearchModal.noResultsScreen.reportMissingResultsLinkText', 'Let us know.'),
    href: feedbackUrl.replace('{query}', encodeURIComponent(query)),
  };
}

/** The line above suggested queries. */
export function suggestionsText(): string {
  return `${translate('theme.SearchModal.noResultsScreen.suggestedQueryText', 'Try searching for')}:`;
}

/** The page of a figure and its section; a page itself once. */
export function figureTitle({ title, heading }: FigureAnswer): string {
  return heading === title ? title : `${title}: ${heading}`;
}

/** a11y: the answer as it is announced. */
export function figureText(figure: FigureAnswer): string {
  const rows = figure.figures.map(({ name, value }) => `${name}: ${value}`);
  return [`${figureTitle(figure)}:`, ...(figure.sentence === undefined ? [] : [figure.sentence]), ...rows].join(' ');
}
