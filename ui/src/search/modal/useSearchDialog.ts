import { useEffect, useRef, type RefObject } from 'react';
import type { SearchText } from '../../lib/start/searchText';

export type SearchDialog = { dialog: RefObject<HTMLDialogElement | null>; input: RefObject<HTMLInputElement | null> };

/** Opens the dialog with the focus in its field. The browser makes the page behind it inert; the page does not scroll. */
export function useSearchDialog({ start, end }: SearchText): SearchDialog {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Only the DOM opens a modal dialog.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    document.documentElement.dataset.menu = 'open';
    input.current?.focus();
    input.current?.setSelectionRange(start, end);
    return () => {
      delete document.documentElement.dataset.menu;
      element?.close();
    };
  }, [start, end]);
  return { dialog, input };
}
