/**
 * Saves and restores scroll positions, since the router neither scrolls up after a click nor restores positions on Back.
 *
 * A position (`place.ts`) is stored in the state of its history entry, where it survives a reload, after which the page's first
 * script shows it (`earlyHistory.ts`). The last position of an entry that was just left can no longer be written there and stays
 * in memory.
 */

import { parsedArticles } from '../navigation/aheadOfLinks';
import { hideForJump } from './navbarShift';
import { currentPosition, leavePosition, showPosition, type Position } from './place';

/** The entry whose position may be saved: that of the shown page, not of one that is still loading. */
let settledKey = '';

/** The last positions of this document's history entries, by the router's key. */
const lastPositions = new Map<string, Position>();

type EntryState = { key?: string; idx?: number } & Partial<Position>;

function entryState(): EntryState {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? state : {};
}

/** The router's key; the first entry of a session has none. Components change the address of an entry, but not its state. */
function entryKey(): string {
  const { key, idx } = entryState();
  return key ?? String(idx ?? window.location.href);
}

export function settleScroll(): void {
  settledKey = entryKey();
  markTarget();
}

/**
 * Marks the target of the hash for the style sheets, and an old one: `:target` stays as it was when the router changes the address.
 * Marks of the elements restyle only these.
 */
function markTarget(): void {
  document.querySelector('[data-hash-target]')?.removeAttribute('data-hash-target');
  const target = hashTarget(window.location.hash);
  // A second id of a heading is that of an element in it.
  (target?.closest('h2,h3,h4') ?? target)?.setAttribute('data-hash-target', '');
  const followed = document.querySelector(':target');
  followed?.toggleAttribute('data-hash-left', followed !== target);
}

export function savedScroll(): Position | null {
  const state = entryState();
  return lastPositions.get(entryKey()) ?? ('y' in state ? (state as Position) : null);
}

function saveScroll(): void {
  if (settledKey !== entryKey()) return;
  const position = currentPosition();
  const { y, place, open } = savedScroll() ?? {};
  if (JSON.stringify([y, place, open]) === JSON.stringify([position.y, position.place, position.open])) return;
  lastPositions.delete(entryKey());
  window.history.replaceState({ ...entryState(), place: undefined, ...position }, '');
}

/** On Back and Forward the window still has the old position. An entry without state is a jump to a heading, which has changed it. */
function saveLeftEntry(): void {
  if (window.history.state !== null) lastPositions.set(settledKey, currentPosition());
}

/** Keeps the position of the current entry up to date. */
export function rememberScroll(): () => void {
  let timer: number | undefined;
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(saveScroll, 120);
  };
  // The browser restores positions across documents, until script can; this module within one.
  const leave = () => {
    saveScroll();
    window.history.scrollRestoration = 'auto';
  };
  const take = () => {
    window.history.scrollRestoration = 'manual';
  };
  // A reload takes the entry as it is now, and a download leaves the page here.
  const leaveOrStay = () => {
    leave();
    window.setTimeout(take);
  };
  if (document.readyState === 'complete') take();
  // An entry without state is a jump to a heading.
  if (window.history.state === null) window.history.replaceState({}, '');
  settleScroll();
  const listeners: [EventTarget, string, () => void, boolean][] = [
    [window, 'load', take, false],
    [window, 'pageshow', take, false],
    [window, 'beforeunload', leaveOrStay, false],
    [window, 'pagehide', leave, false],
    [window, 'popstate', saveLeftEntry, true],
    [window, 'scroll', later, false],
    [document, 'toggle', later, true],
    [document, 'click', saveScroll, true],
    [document, 'click', later, false],
  ];
  for (const [target, type, listener, capture] of listeners) target.addEventListener(type, listener, capture);
  return () => {
    window.clearTimeout(timer);
    for (const [target, type, listener, capture] of listeners) target.removeEventListener(type, listener, capture);
  };
}

/** The number of the first block that is left out of a page that is opened (`inline/head.js`, `styles/content.css`). */
const FIRST_LATER = 13;

/** A box with more elements counts as its parts. */
const MAX_ELEMENTS = 60;

/** What is left out of the page that was navigated to; null on the first page, of which the style sheet leaves out the rest. */
let left: HTMLElement[] | null = null;

/** Positions are exact when the whole page is rendered (`renderInSlices.ts`). */
export function renderWhole(): void {
  parsedArticles?.addRest();
  renderBlocks([...(left ?? []), ...blocksFrom(FIRST_LATER)], 'visible');
  left = [];
}

/** The blocks of the articles that are left out at first: `data-sliced` is the number of the first of them. */
export function laterBlocks(): HTMLElement[] {
  const { sliced } = document.documentElement.dataset;
  return left ?? (sliced ? blocksFrom(sliced) : []);
}

function blocksFrom(number: number | string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`.md>:nth-child(n+${number}):not(h1,h2,h3,h4,h5,h6)`)];
}

/** Styles of the blocks: an attribute of the document that a rule reads would restyle all of the page, the shell included. */
export function renderBlocks(blocks: HTMLElement[], value: 'visible' | 'auto' | 'hidden'): void {
  for (const { style } of blocks) {
    style.contentVisibility = value;
    style.containIntrinsicSize = value === 'visible' ? '' : 'auto 5rem';
  }
}

/** Shows a saved position. */
export function scrollToPosition(position: Position): void {
  renderWhole();
  showPosition(position);
}

/** The parts of large boxes, such as tabs and lists with a filter; parts that are not shown are left alone. */
function partsOf(box: Element): HTMLElement[] {
  if (box.matches('h1,h2,h3,h4,h5,h6,[hidden],[data-state=inactive]')) return [];
  if (box.getElementsByTagName('*').length < MAX_ELEMENTS || !box.matches('div:not(:has(>table)),island-slot'))
    return [box as HTMLElement];
  renderBlocks([box as HTMLElement], 'visible');
  return [...box.children].flatMap(partsOf);
}

/**
 * Shows the start of a new page: what is below the window is rendered when the browser is idle (`renderInSlices.ts`). What is left
 * out is so before anything asks for a position, which lays out all the rest.
 */
export function scrollToStart(): void {
  leavePosition();
  const later = laterOf(blocksFrom(4));
  left = later;
  renderBlocks(later, 'hidden');
  window.scrollTo({ top: 0, behavior: 'instant' });
  // The height of a block that is left out is a guess, by which a window must not be filled.
  while (later[0] && later[0].getBoundingClientRect().top < window.innerHeight)
    renderBlocks(later.splice(0, 2), 'visible');
  // After the paint the browser also renders what comes near the window.
  requestAnimationFrame(() => setTimeout(() => left === later && renderNear(later)));
}

/** Safari has no such rule, and would not keep the reader's place. */
const laterOf = (blocks: HTMLElement[]) => (CSS.supports('overflow-anchor', 'auto') ? blocks.flatMap(partsOf) : []);

/** Adds the rest of the articles. */
function renderNear(later: HTMLElement[]): void {
  const prepare = (blocks: HTMLElement[]) => {
    later.push(...laterOf(blocks));
    renderBlocks(later, 'auto');
  };
  if (parsedArticles) parsedArticles.addRest(prepare);
  else prepare([]);
}

/** Brings the target of a hash below the navbar, opening what hides it; false if there is none. */
export function scrollToHash(hash: string): boolean {
  const target = hashTarget(hash);
  if (!target) return false;
  leavePosition();
  renderWhole();
  revealTarget(target);
  hideForJump();
  target.scrollIntoView({ behavior: 'instant' });
  return true;
}

export function hashTarget(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  if (id === '') return null;
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    return document.getElementById(id);
  }
}

/** Opens the `details` around an element. */
export function revealTarget(target: Element | null): void {
  for (let box = target?.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
}
