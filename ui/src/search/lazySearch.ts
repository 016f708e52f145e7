/** The way into the search: its code comes when the reader reaches for it. */

import type { PageProps, SiteProps } from '../model';

export type SearchDoor = { site: SiteProps; page: PageProps; navigate: (to: string) => void };

let modal: Promise<typeof import('./modal')> | undefined;
/** What was typed before the code was there. */
let typed = '';

export function loadSearch(): Promise<typeof import('./modal')> {
  modal ??= import('./modal');
  modal.catch(() => (modal = undefined));
  return modal;
}

/** Opens the modal, or closes it; with letters it opens with them. */
export function openSearch(door: SearchDoor, letters = ''): void {
  typed += letters;
  loadSearch().then(
    ({ showModal, toggleModal }) => {
      if (letters === '') toggleModal(door);
      else showModal(door, typed);
      typed = '';
    },
    // Without its code there is the page.
    () => door.navigate(door.site.search ?? ''),
  );
}
