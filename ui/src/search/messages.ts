/** Texts that the search modal and the search page share. */

import { translate } from '../lib/text/translate';
import type { FigureAnswer } from './types';

/** The mark of a hit that leads to a tool. */
export function toolLabel(): string {
  return translate('theme.SearchPage.toolLabel', 'Tool');
}

/** Which words of a query no page has. */
export function unknownText(words: readonly string[]): string {
  return translate('theme.SearchPage.unknownWords', 'No page has: {words}', { words: words.join(', ') });
}

/** The line above suggested queries. */
export function suggestionsText(): string {
  return `${translate('theme.SearchModal.noResultsScreen.suggestedQueryText', 'Try searching for')}:`;
}

/** The section of a figure and its page; a page itself once. */
export function figureTitle({ title, heading }: FigureAnswer): string {
  return heading === title ? title : `${heading}, ${title}`;
}

/** a11y: the answer as it is announced. */
export function figureText(figure: FigureAnswer): string {
  const rows = figure.figures.map(({ name, value }) => `${name}: ${value}`);
  return [`${figureTitle(figure)}:`, ...(figure.sentence === undefined ? [] : [figure.sentence]), ...rows].join(' ');
}
