/** Animates the height of `details` that open or close. Without script, and for the target of a hash, there is no animation. */

import { collapseDuration } from '../lib/browser/motion';

export function enhanceDetails(): () => void {
  const onClick = (event: MouseEvent) => {
    const summary = event.target instanceof Element ? event.target.closest('summary') : null;
    const box = summary?.parentElement;
    if (!(box instanceof HTMLDetailsElement) || !box.closest('main') || event.defaultPrevented) return;
    // Elements that React rendered must not be moved, so they open without an animation.
    if (box.closest('[data-island],island-slot')?.matches('[data-island]')) return;
    event.preventDefault();
    toggle(box, !box.open || box.dataset.state === 'closing');
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

const timers = new WeakMap<HTMLDetailsElement, number>();

function toggle(box: HTMLDetailsElement, opens: boolean): void {
  const body = bodyOf(box);
  const from = box.open ? body.offsetHeight : 0;
  box.open = true;
  box.dataset.state = opens ? 'opening' : 'closing';
  const { style, scrollHeight } = body;
  const duration = collapseDuration(scrollHeight);
  style.transition = 'none';
  style.height = `${from}px`;
  // Forces a layout, so that the transition starts at this height. (The bundler removes the read of a property.)
  body.getBoundingClientRect();
  style.transition = `height ${duration}ms ease-in-out`;
  style.height = `${opens ? scrollHeight : 0}px`;
  const finish = () => {
    delete box.dataset.state;
    box.open = opens;
    style.height = '';
  };
  window.clearTimeout(timers.get(box));
  timers.set(box, window.setTimeout(finish, duration + 34));
}

/** The element whose height changes: wraps all but the summary at the first click. */
function bodyOf(box: HTMLDetailsElement): HTMLElement {
  const known = box.querySelector<HTMLElement>(':scope > .fold-box');
  if (known) return known;
  const body = document.createElement('div');
  const inside = document.createElement('div');
  body.className = 'fold-box';
  inside.className = 'details-b';
  inside.append(...[...box.childNodes].filter((node) => node.nodeName !== 'SUMMARY'));
  body.append(inside);
  box.append(body);
  return body;
}
