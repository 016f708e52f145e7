/** Shows the search modal, in a React root separate from the page's. */

import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { MOST_LETTERS } from './limits';
import { addStyles } from './styles';
import { SearchModal } from './SearchModal';
import type { SearchContext } from './types';

let root: { holder: HTMLElement; own: Root } | undefined;
let close: (() => void) | null = null;

export function toggleModal(context: SearchContext): void {
  if (close) close();
  else showModal(context, '');
}

export function showModal(context: SearchContext, typed: string): void {
  if (close) return;
  addStyles();
  const returnTo = document.activeElement;
  const selected = (window.getSelection()?.toString() ?? '').trim().slice(0, MOST_LETTERS);
  root ??= makeRoot();
  const { holder, own } = root;
  close = () => {
    close = null;
    // Closed at once: while it is open the page behind takes no focus.
    holder.querySelector('dialog')?.close();
    own.render(null);
    // a11y: the reader goes on where they were, unless a hit was followed.
    if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
  };
  const modal = <SearchModal door={context} typed={typed} selected={typed === '' ? selected : ''} onClose={close} />;
  // At once, its effects included: the next letter is typed into its field, not on the button behind it.
  flushSync(() => own.render(modal));
}

function makeRoot() {
  const holder = document.body.appendChild(document.createElement('div'));
  return { holder, own: createRoot(holder) };
}
