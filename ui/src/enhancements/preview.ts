/** A card with the title and the description of a link's target. Escape, leaving the link or scrolling closes it. */

import type { LoadedPage } from '../lib/navigation/pageLoader';

const ID = '__bindery_preview';
/** The time to move the pointer from the link to the card, in milliseconds. */
const GRACE_MS = 200;

let close = () => {};

export function showPreview(link: HTMLAnchorElement, loaded: LoadedPage): void {
  close();
  if (loaded.type !== 'page' || loaded.page.content.kind === 'not-found' || !link.isConnected) return;
  if (!link.matches(':hover, :focus')) return;
  const { title, description } = loaded.page;
  const card = document.createElement('div');
  card.id = ID;
  card.className = 'preview';
  card.setAttribute('role', 'tooltip');
  card.append(line('b', title));
  if (description !== null) card.append(line('p', description));
  document.body.append(card);
  place(card, link);
  link.setAttribute('aria-describedby', ID);
  let timer: number | undefined;
  const stay = () => window.clearTimeout(timer);
  const leave = () => {
    stay();
    timer = window.setTimeout(() => close(), GRACE_MS);
  };
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
  const away = () => close();
  const near: [EventTarget, string, () => void][] = [link, card].flatMap((one): [EventTarget, string, () => void][] => [
    [one, 'pointerenter', stay],
    [one, 'pointerleave', leave],
  ]);
  const far: [EventTarget, string, () => void][] = [
    [link, 'blur', away],
    [link, 'click', away],
    [window, 'scroll', away],
    [window, 'popstate', away],
  ];
  for (const [target, type, listener] of [...near, ...far]) target.addEventListener(type, listener);
  document.addEventListener('keydown', onKey);
  close = () => {
    stay();
    card.remove();
    link.removeAttribute('aria-describedby');
    for (const [target, type, listener] of [...near, ...far]) target.removeEventListener(type, listener);
    document.removeEventListener('keydown', onKey);
    close = () => {};
  };
}

function line(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Places the card below the link, or above it if there is no space, within the window. */
function place(card: HTMLElement, link: HTMLElement): void {
  const first = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const isBelow = first.bottom + height + 12 < window.innerHeight;
  const start = Math.max(8, Math.min(first.left, document.documentElement.clientWidth - width - 8));
  card.style.translate = `${start}px ${isBelow ? first.bottom + 6 : first.top - height - 6}px`;
}
