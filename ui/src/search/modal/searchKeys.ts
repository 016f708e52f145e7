/** The keys of the search dialog. */

import type { KeyboardEvent } from 'react';

export type SearchKeys = {
  close: () => void;
  /** Selects the next or the previous choice. */
  move: (step: 1 | -1) => void;
  follow: () => void;
};

export function onSearchKey(
  event: KeyboardEvent,
  dialog: HTMLDialogElement | null,
  input: HTMLInputElement | null,
  { close, move, follow }: SearchKeys,
): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter' && event.target === input) {
    event.preventDefault();
    follow();
  } else if (event.key === 'Tab') keepInside(event, dialog);
}

/** a11y: Tab cycles within the dialog, also in browsers that would move on to their own controls. */
function keepInside(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const stops = [...(dialog?.querySelectorAll<HTMLElement>('input,button,a[href]') ?? [])];
  const [first, last] = [stops[0], stops.at(-1)];
  const leaves = event.shiftKey ? event.target === first : event.target === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
