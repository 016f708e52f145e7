/** The bar at the top edge while a page is loading: absent when idle, and after 200 ms at the earliest. */

const DELAY = 200;
const TRICKLE = 800;
const FIRST = 8;

let bar: HTMLElement | null = null;
let timer: number | undefined;
let percent = 0;

export function startProgress(): void {
  window.clearTimeout(timer);
  if (bar) return;
  timer = window.setTimeout(() => {
    bar = document.createElement('div');
    bar.className = 'progress';
    // The live region announces pages; the bar is for the eye.
    bar.setAttribute('aria-hidden', 'true');
    moveTo(FIRST);
    document.body.append(bar);
    timer = window.setTimeout(trickle, TRICKLE);
  }, DELAY);
}

export function endProgress(): void {
  window.clearTimeout(timer);
  const done = bar;
  bar = null;
  if (!done) return;
  done.style.inlineSize = '100%';
  done.dataset.state = 'done';
  // Full first, then away.
  window.setTimeout(() => done.remove(), 2 * DELAY);
}

function trickle(): void {
  moveTo(percent + (95 - percent) / 6);
  timer = window.setTimeout(trickle, TRICKLE);
}

function moveTo(next: number): void {
  percent = next;
  if (bar) bar.style.inlineSize = `${next}%`;
}
