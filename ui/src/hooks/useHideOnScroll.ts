import { useEffect } from 'react';
import { noteScroll, showNavbar } from '../lib/browser/navbarShift';

/** Lets the navbar leave while the reader scrolls down, and come back on the way up or with the focus. */
export function useHideOnScroll(enabled: boolean): void {
  // The scroll position and the mark on the document are the browser's.
  useEffect(() => {
    if (!enabled) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('.navbar')) showNavbar();
    };
    const stop = noteScroll();
    document.addEventListener('focusin', onFocus);
    return () => {
      stop();
      document.removeEventListener('focusin', onFocus);
    };
  }, [enabled]);
}
