import { useEffect } from 'react';
import { noteScroll, showNavbar } from '../lib/browser/navbarShift';

/** Hides the navbar while the reader scrolls down, and shows it on the way up or when it has the focus. */
export function useHideOnScroll(enabled: boolean): void {
  // The scroll position and the attribute on the document are browser state.
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
