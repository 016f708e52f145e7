/** Whether the navbar is out of sight, as `data-nav="hidden"` on the document. Only sites that ask for it move it. */

/** Longer than any scroll by script takes. */
const JUMP_MS = 1000;

let isOn = false;
let jumpUntil = 0;

export function showNavbar(): void {
  delete document.documentElement.dataset.nav;
}

/** A jump to a heading leaves the bar away: the scroll that follows is not the reader's. */
export function hideForJump(): void {
  if (!isOn) return;
  document.documentElement.dataset.nav = 'hidden';
  jumpUntil = performance.now() + JUMP_MS;
}

/** Follows the scroll position; returns a function that stops it. */
export function noteScroll(): () => void {
  let last = window.scrollY;
  isOn = true;
  const onScroll = () => {
    const { scrollHeight, dataset } = document.documentElement;
    const height = document.querySelector('.navbar')?.clientHeight ?? 0;
    const before = last;
    last = window.scrollY;
    if (last < height) showNavbar();
    else if (performance.now() < jumpUntil || last === before) return;
    else if (last > before) dataset.nav = 'hidden';
    else if (last + window.innerHeight < scrollHeight - height) showNavbar();
  };
  const onScrollEnd = () => {
    jumpUntil = 0;
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  window.addEventListener('scrollend', onScrollEnd);
  window.addEventListener('hashchange', hideForJump);
  return () => {
    isOn = false;
    showNavbar();
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('scrollend', onScrollEnd);
    window.removeEventListener('hashchange', hideForJump);
  };
}
