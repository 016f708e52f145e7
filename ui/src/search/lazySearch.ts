/** Opens the search modal; its code is loaded on first use. */

import { holdSearchText, holdsSearchText, searchPageAddress, takeSearchText } from '../lib/start/searchText';
import type { SearchContext } from './types';

let modal: Promise<typeof import('./modal/modal')> | undefined;

export function loadSearch(): Promise<typeof import('./modal/modal')> {
  modal ??= import('./modal/modal');
  modal.catch(() => (modal = undefined));
  return modal;
}

/** Opens the modal, or closes it. With typed letters, or a field that has some, it opens with them in its own field. */
export function openSearch(context: SearchContext, typed?: string | HTMLInputElement): void {
  holdSearchText(typed);
  loadSearch().then(
    ({ toggleModal }) => {
      // An earlier call may have taken it, or the reader has pressed Escape.
      const held = takeSearchText();
      if (held) toggleModal(context, held);
    },
    // Without the code of the modal, the search page takes over.
    () => holdsSearchText() && context.navigate(searchPageAddress(context.site.search ?? '')),
  );
}
