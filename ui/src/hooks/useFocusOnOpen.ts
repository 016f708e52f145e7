import { useEffect, useRef, type RefObject } from 'react';

/** a11y: moves the focus into a panel each time it opens. */
export function useFocusOnOpen(isOpen: boolean, onOpen: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onOpen);
  // The callback may change each time; only opening counts.
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    if (!isOpen) return;
    latest.current();
    ref.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return ref;
}
