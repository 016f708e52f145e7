/** Opens the search modal; its code is loaded on first use. */

import type { SearchContext } from './types';

let modal: Promise<typeof import('./modal/modal')> | undefined;
/** The text that was typed while the code was loading. */
let typed = '';

export function loadSearch(): Promise<typeof import('./modal/modal')> {
  modal ??= import('./modal/modal');
  modal.catch(() => (modal = undefined));
  return modal;
}

/** Opens the modal, or closes it. With `text`, it opens with that text in the field. */
export function openSearch(context: SearchContext, text = ''): void {
  typed += text;
  loadSearch().then(
    ({ showModal, toggleModal }) => {
      if (text === '') toggleModal(context);
      else showModal(context, typed);
      typed = '';
    },
    // Without the code of the modal, the search page takes over.
    () => context.navigate(context.site.search ?? ''),
  );
}
