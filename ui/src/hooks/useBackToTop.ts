import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../lib/browser/motion';

/** The scroll position from which on the button can show, in pixels. */
const LEAST_Y = 300;

export function useBackToTop(): { isShown: boolean; goUp: () => void } {
  const [isShown, setShown] = useState(false);
  const isGoing = useRef(false);
  // The scroll position is the browser's.
  useEffect(() => {
    let last = window.scrollY;
    // The reader scrolls down again, which ends the way up. The wheel event can precede the scroll event.
    const stop = () => {
      if (isGoing.current) window.scrollTo({ top: window.scrollY, behavior: 'instant' });
      isGoing.current = false;
    };
    const onWheel = ({ deltaY }: WheelEvent) => deltaY > 0 && stop();
    const onScroll = () => {
      const { scrollY: y, innerHeight } = window;
      const before = last;
      last = y;
      if (y > before) stop();
      const isEnd = y + innerHeight >= document.documentElement.scrollHeight;
      if (y !== before) setShown(y < before && y >= LEAST_Y && !isEnd);
    };
    // A jump to a heading does not count as scrolling up, and ends the way up where it leads.
    const onJump = () => {
      isGoing.current = false;
      last = window.scrollY;
      setShown(false);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('wheel', onWheel, { passive: true });
    window.addEventListener('hashchange', onJump);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('wheel', onWheel);
      window.removeEventListener('hashchange', onJump);
    };
  }, []);
  const goUp = () => {
    isGoing.current = true;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  };
  return { isShown, goUp };
}
