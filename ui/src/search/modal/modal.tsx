/** Shows the search modal, in a React root separate from the page's. */

import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { MAX_QUERY_LENGTH } from '../limits';
import { addStyles } from '../styles';
import { SearchModal } from './SearchModal';
import type { SearchText } from '../../lib/start/searchText';
import type { SearchContext } from '../types';

let root: { holder: HTMLElement; own: Root } | undefined;
let close: (() => void) | null = null;

/** Opens the dialog with a text in its field, or closes it. */
export function toggleModal(context: SearchContext, { text, start, end }: SearchText): void {
  if (close) {
    close();
    return;
  }
  addStyles();
  const returnTo = document.activeElement;
  root ??= makeRoot();
  const { holder, own } = root;
  close = () => {
    close = null;
    // Closes the dialog first: while it is open, the page behind takes no focus.
    holder.querySelector('dialog')?.close();
    own.render(null);
    // a11y: the focus returns to where it was, unless the reader followed a hit.
    if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
  };
  const query = { text: text.slice(0, MAX_QUERY_LENGTH), start, end };
  const modal = <SearchModal context={context} typed={query} onClose={close} />;
  // Renders synchronously, effects included, so that the next letter goes into the field and not to the button behind it.
  flushSync(() => own.render(modal));
}

function makeRoot() {
  const holder = document.body.appendChild(document.createElement('div'));
  return { holder, own: createRoot(holder) };
}
