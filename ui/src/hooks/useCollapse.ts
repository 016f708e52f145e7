import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { collapseDuration } from '../lib/browser/motion';

/** Animates a block's height when `isOpen` changes; it stays rendered until it has closed. */
export function useCollapse(isOpen: boolean): { ref: RefObject<HTMLDivElement | null>; isRendered: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  const [isRendered, setRendered] = useState(isOpen);
  if (isOpen && !isRendered) setRendered(true);
  // Only the browser knows heights.
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const block = ref.current;
    const finish = () => setRendered(isOpen);
    if (!block?.animate) return finish();
    const height = block.scrollHeight;
    const frames = [{ height: '0px' }, { height: `${height}px` }];
    const animation = block.animate(isOpen ? frames : frames.reverse(), {
      duration: collapseDuration(height),
      easing: 'ease-in-out',
      fill: 'forwards',
    });
    animation.onfinish = () => {
      animation.cancel();
      finish();
    };
    return () => animation.cancel();
  }, [isOpen]);
  return { ref, isRendered };
}
