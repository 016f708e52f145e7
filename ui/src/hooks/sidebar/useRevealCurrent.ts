import { useEffect, type RefObject } from 'react';

/** Scrolls a list so that its current item is in view; a list that already shows it keeps its scroll position. */
export function useRevealCurrent(ref: RefObject<HTMLElement | null>, path: string): void {
  // Only the browser knows positions.
  useEffect(() => {
    const list = ref.current;
    const current = list?.querySelector('[aria-current="page"]');
    if (!list || !current) return;
    const box = list.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top < box.top || bottom > Math.min(box.bottom, window.innerHeight)) {
      list.scrollTop += top - box.top - box.height / 3;
    }
  }, [ref, path]);
}
