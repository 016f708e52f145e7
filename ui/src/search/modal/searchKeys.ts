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
  if (event.shiftKey) stops.reverse();
  if (event.target !== stops.at(-1)) return;
  event.preventDefault();
  stops[0]?.focus();
}
