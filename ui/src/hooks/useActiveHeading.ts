import { useEffect, useState } from 'react';
import { activeHeading } from '../lib/menus/toc';
import type { TocItem } from '../model';

/** Follows the scroll position; null before the first heading, and in the first render. */
export function useActiveHeading(items: readonly TocItem[]): string | null {
  const [activeId, setActiveId] = useState<string | null>(null);
  // Only the browser knows positions.
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setActiveId(items[measure(items)]?.id ?? null);
    };
    const schedule = () => {
      frame ||= window.requestAnimationFrame(update);
    };
    // An observer runs after layout; reading positions earlier would force another layout.
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
