import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { collapseDuration } from '../lib/browser/motion';

/**
 * Animates a block's height when `isOpen` changes; it stays rendered until it has closed. What changes with `path`, the page
 * around it, does so at once: reading a height would lay out the new page before it is complete, and so would each frame.
 */
export function useCollapse(
  isOpen: boolean,
  path?: string,
): { ref: RefObject<HTMLDivElement | null>; isRendered: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef({ isOpen, path });
  const [state, setState] = useState({ path, isRendered: isOpen });
  if (state.path !== path || (isOpen && !state.isRendered)) setState({ path, isRendered: isOpen });
  // Only the browser knows heights.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { isOpen, path };
    if (was.isOpen === isOpen || was.path !== path) return;
    const block = ref.current;
    const finish = () => setState({ path, isRendered: isOpen });
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
  }, [isOpen, path]);
  return { ref, isRendered: state.isRendered };
}
