/** The search modal, in a root of its own beside the page's. */

import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { SearchDoor } from './lazySearch';
import { MOST_LETTERS } from './limits';
import { addStyles } from './styles';
import { SearchModal } from './SearchModal';

let root: { holder: HTMLElement; own: Root } | undefined;
let close: (() => void) | null = null;

export function toggleModal(door: SearchDoor): void {
  if (close) close();
  else showModal(door, '');
}

export function showModal(door: SearchDoor, typed: string): void {
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
  const modal = <SearchModal door={door} typed={typed} selected={typed === '' ? selected : ''} onClose={close} />;
  // At once, its effects included: the next letter is typed into its field, not on the button behind it.
  flushSync(() => own.render(modal));
}

function makeRoot() {
  const holder = document.body.appendChild(document.createElement('div'));
  return { holder, own: createRoot(holder) };
}
