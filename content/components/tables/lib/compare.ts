/** What a reader compares: the keys in the address, and the rows and items of the page that they name. */

import { noteBox, showComparison } from './compareFocus';
import { holdRow } from './steadyRow';

export const MAX_COMPARED = 4;

/** A property of a compared thing, as its row or item has it. */
export type Property = { label: string; value: string };
export type Compared = { key: string; name: string; href: string; properties: Property[] };

/** How items that are no table rows name their properties. */
export type ItemLabels = {
  /** Of the values in `data-keys`. */
  keys: string[];
  /** Of the values in `data-facts`. */
  facts: string[];
};

const SEPARATOR = '|';
const DASH = '\u2013';

/** What a parameter such as `amos-bow,skyward-harp` names, each once. */
export type Named = {
  /** What is compared. */
  keys: string[];
  /** Names that the page has no rows or items for. */
  unknown: string[];
  /** Names beyond the limit. */
  surplus: string[];
};

/** What the parameter names of the rows and items in `root`; null when nothing is to be compared. */
export function parseNamed(text: string | null, root: ParentNode): Named | null {
  if (text === null) return null;
  const listed = listedIn(root);
  const names = [...new Set(text.split(',').filter((name) => name !== ''))];
  const known = names.filter((name) => listed.has(name));
  return {
    keys: known.slice(0, MAX_COMPARED),
    unknown: names.filter((name) => !listed.has(name)),
    surplus: known.slice(MAX_COMPARED),
  };
}

/** The keys with one added or taken away; a full list stays as it is. */
export function toggleKey(keys: readonly string[], key: string): string[] {
  if (keys.includes(key)) return keys.filter((other) => other !== key);
  return keys.length < MAX_COMPARED ? [...keys, key] : [...keys];
}

/** The end of the link's address, and what a row names beside the link: `slime`, `slime.large`. */
export function keyOf(href: string, linkText: string, headText: string): string {
  const end = href.split(/[/#]/).at(-1) ?? '';
  const rest = headText
    .replace(linkText, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return rest === '' ? end : `${end}.${rest}`;
}

type Listed = { element: HTMLElement; link: HTMLAnchorElement; head: HTMLElement };

/** The rows and items in `root` that can be compared, by their keys. */
export function listedIn(root: ParentNode): Map<string, Listed> {
  const found = new Map<string, Listed>();
  for (const element of root.querySelectorAll<HTMLElement>('.filter [data-keys]')) {
    const link = element.querySelector('a');
    if (!link) continue;
    const head = element.querySelector<HTMLElement>('th') ?? element;
    const text = head === element ? link.textContent : head.textContent;
    const key = element.dataset.item ?? keyOf(link.getAttribute('href') ?? '', link.textContent, text);
    found.set(key, { element, link, head });
  }
  return found;
}

/** Gives each row and item a tick box, or takes the boxes away when `keys` is null. */
export function showBoxes(root: ParentNode, keys: readonly string[] | null, onToggle: (key: string) => void): void {
  if (keys === null) {
    root.querySelectorAll('.compare-box,.compare-jump').forEach((added) => added.remove());
    return;
  }
  for (const [key, { head, link }] of listedIn(root)) {
    const box = head.querySelector<HTMLInputElement>('.compare-box') ?? createBox(head, nameOf(head, link));
    box.onchange = () => {
      noteBox(box);
      holdRow(box);
      onToggle(key);
    };
    box.checked = keys.includes(key);
    box.disabled = !box.checked && keys.length >= MAX_COMPARED;
    showJump(box, keys.length);
  }
}

function createBox(head: HTMLElement, name: string): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.className = 'compare-box';
  box.setAttribute('aria-label', `Compare ${name}`);
  head.prepend(box);
  return box;
}

/** a11y: a button behind each ticked box, so that the table is one Tab away and not one for each box of the list. */
function showJump(box: HTMLInputElement, count: number): void {
  const own = box.nextElementSibling?.matches('.compare-jump') ? box.nextElementSibling : null;
  if (!box.checked || count < 2) {
    own?.remove();
    return;
  }
  const jump = own ?? document.createElement('button');
  jump.setAttribute('type', 'button');
  jump.setAttribute('aria-label', 'To the comparison');
  jump.className = 'compare-button compare-jump';
  (jump as HTMLElement).onclick = () => {
    noteBox(box);
    showComparison();
  };
  if (!own) box.after(jump);
}

function nameOf(head: HTMLElement, link: HTMLElement): string {
  return (head.tagName === 'TH' ? head : link).textContent;
}

/** What the page says of the things with these keys, in their order. */
export function readCompared(root: ParentNode, keys: readonly string[], labels: ItemLabels): Compared[] {
  const listed = listedIn(root);
  return keys.flatMap((key) => {
    const found = listed.get(key);
    if (!found) return [];
    const { element, head, link } = found;
    const properties =
      element instanceof HTMLTableRowElement ? propertiesOfRow(element) : propertiesOfItem(element, labels);
    return [{ key, name: nameOf(head, link), href: link.getAttribute('href') ?? '', properties }];
  });
}

function propertiesOfRow(row: HTMLTableRowElement): Property[] {
  const heads = [...(row.closest('table')?.tHead?.rows[0]?.cells ?? [])];
  return [...row.cells].flatMap((cell, at) =>
    // A drawing repeats figures of its row.
    cell.tagName === 'TH' || cell.getAttribute('aria-hidden') === 'true'
      ? []
      : [{ label: heads[at]?.textContent.trim() ?? '', value: cell.textContent.trim() }],
  );
}

function propertiesOfItem({ dataset }: HTMLElement, { keys, facts }: ItemLabels): Property[] {
  const values = (text = '') => text.split(SEPARATOR);
  const pair = (labels: string[], text: string | undefined) =>
    labels.map((label, at) => ({ label, value: values(text)[at] || DASH }));
  return [...pair(keys, dataset.keys), ...pair(facts, dataset.facts)];
}

/** The properties that any of the things has, in the order of the first that has them. */
export function labelsOf(items: readonly Compared[]): string[] {
  return [...new Set(items.flatMap(({ properties }) => properties.map(({ label }) => label)))];
}

/** What a thing has for a property; lists of a page can have different ones. */
export function textOf({ properties }: Compared, label: string): string {
  return properties.find((property) => property.label === label)?.value ?? DASH;
}
