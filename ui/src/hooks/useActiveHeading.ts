import { useEffect, useState } from 'react';
import { activeHeading } from '../lib/menus/toc';
import type { TocItem } from '../model';

/** Follows the scroll position; null before the first heading, and in the first render. */
export function useActiveHeading(items: readonly TocItem[]): string | null {
  const [activeId, setActiveId] = useState<string | null>(null);
  // Positions are only to be had from the browser.
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setActiveId(items[measure(items)]?.id ?? null);
    };
    const schedule = () => {
      frame ||= window.requestAnimationFrame(update);
    };
    // An observer is called when the page is laid out; to ask before would lay it out once more.
    const first = new IntersectionObserver(() => {
      first.disconnect();
      update();
    });
    first.observe(document.documentElement);
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      first.disconnect();
      window.cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [items]);
  return activeId;
}

function measure(items: readonly TocItem[]): number {
  const { scrollHeight } = document.documentElement;
  const tops = items.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity);
  return activeHeading({
    tops,
    navHeight: Math.max(0, document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0),
    windowHeight: window.innerHeight,
    atEnd: window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1,
  });
}
