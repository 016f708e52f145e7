/** Opens the search modal; its code is loaded on first use. */

import type { SearchContext } from './types';

let modal: Promise<typeof import('./modal/modal')> | undefined;
/** What was typed while the code was loading: on a button, or into a field of the page. */
let letters = '';
let field: HTMLInputElement | null = null;

export function loadSearch(): Promise<typeof import('./modal/modal')> {
  modal ??= import('./modal/modal');
  modal.catch(() => (modal = undefined));
  return modal;
}

/** Opens the modal, or closes it. With typed letters, or a field that has some, it opens with them in its own field. */
export function openSearch(context: SearchContext, typed: string | HTMLInputElement = ''): void {
  if (typeof typed === 'string') letters += typed;
  else field = typed;
  loadSearch().then(
    ({ showModal, toggleModal }) => {
      const text = takeTyped();
      if (text !== '') showModal(context, text);
      else if (typed === '') toggleModal(context);
    },
    // Without the code of the modal, the search page takes over.
    () => {
      const text = takeTyped();
      const query = text && `?q=${encodeURIComponent(text)}`;
      // An earlier call has taken what was typed.
      if (text !== '' || typed === '') context.navigate((context.site.search ?? '') + query);
    },
  );
}

/** Empties the field only now: until the search has its text, the reader sees it there. */
function takeTyped(): string {
  const text = (field?.value ?? '') + letters;
  if (field) field.value = '';
  field = null;
  letters = '';
  return text;
}
