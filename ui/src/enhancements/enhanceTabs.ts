/**
 * Tabs of articles: selection by click and key, stored in the query or in the browser's storage if the tabs ask for it.
 *
 * Before script runs CSS shows the panel the server marked; without script all are shown.
 */

import { hashTarget } from '../lib/browser/scroll';
import { createStorageSlot } from '../lib/browser/storage';
import { nextTab, selectTab } from '../lib/browser/tabKeys';

/** The parameter of the query that opens tabs by their label and `details` by their summary, as links of the search do. */
const LABEL_PARAMETER = 'tab';

/** Replaces the query of the address, without a new entry in the history. */
export type ReplaceQuery = (search: string) => void;

export function enhanceTabs(root: ParentNode, replaceQuery: ReplaceQuery): () => void {
  const stops = boxesIn(root).map((box) => enhanceBox(box, replaceQuery));
  openLabelledDetails();
  return () => stops.forEach((stop) => stop());
}

function boxesIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-tabs]')];
}

export function enhanceBox(box: HTMLElement, replaceQuery: ReplaceQuery): () => void {
  const { group, query } = box.dataset;
  const slot = group === undefined ? null : createStorageSlot(`docusaurus.tab.${group}`);
  const choose = (tab: HTMLElement) => {
    const value = tab.dataset.value ?? '';
    holdPosition(tab, () => {
      for (const other of boxesIn(document))
        if (other === box || (group !== undefined && other.dataset.group === group)) select(other, value);
    });
    slot?.set(value);
    if (query !== undefined) replaceQuery(withParameter(query, value));
  };
  const onClick = (event: Event) => {
    const tab = ownTab(event, box);
    if (tab) choose(tab);
  };
  const onKey = (event: KeyboardEvent) => {
    const tab = ownTab(event, box);
    const next = tab && nextTab(tab, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  box.addEventListener('click', onClick);
  box.addEventListener('keydown', onKey);
  tabList(box)?.removeAttribute('inert');
  box.dataset.live = '';
  const asked = query === undefined ? null : new URLSearchParams(window.location.search).get(query);
  if (!select(box, asked) && !select(box, labelledValue(box)) && !select(box, slot?.get() ?? null))
    select(box, selectedValue(box));
  const stopListening = slot?.listen((value) => select(box, value));
  return () => {
    box.removeEventListener('click', onClick);
    box.removeEventListener('keydown', onKey);
    stopListening?.();
  };
}

/** Opens the tabs and the `details` that the address names, after its query changed. */
export function openLabelled(root: ParentNode): void {
  for (const box of boxesIn(root)) select(box, labelledValue(box));
  openLabelledDetails();
}

/** The value of the tab whose label the address has. */
function labelledValue(box: HTMLElement): string | null {
  return ownTabs(box).find(isLabelled)?.dataset.value ?? null;
}

/** Opens the first `details` after the target of the hash that is in no closed tab and whose summary the address has. */
function openLabelledDetails(): void {
  const start = hashTarget(window.location.hash) ?? document.body;
  const all = [...document.querySelectorAll('details')].filter((one) => isLabelled(one.querySelector('summary')));
  const own = all.find(
    (one) => start.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING && !one.closest('[hidden]'),
  );
  if (own) own.open = true;
}

function isLabelled(element: Element | null): boolean {
  const label = element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  return new URLSearchParams(window.location.search).getAll(LABEL_PARAMETER).includes(label);
}

/** Shows one panel and hides the others. Returns false if no tab has the value. */
function select(box: HTMLElement, value: string | null): boolean {
  const tab = value === null ? undefined : ownTabs(box).find(({ dataset }) => dataset.value === value);
  if (tab) selectTab(tab);
  return tab !== undefined;
}

/** Scrolls so that the element keeps its position on the screen while `change` alters heights above it. */
function holdPosition(element: HTMLElement, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  const moved = element.getBoundingClientRect().top - before;
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
}

function withParameter(name: string, value: string): string {
  const parameters = new URLSearchParams(window.location.search);
  // The choice replaces the tab that a link named.
  parameters.delete(LABEL_PARAMETER);
  parameters.set(name, value);
  return `?${parameters.toString()}`;
}

function tabList(box: HTMLElement): Element | null {
  return box.querySelector(':scope > [role="tablist"]');
}

function ownTabs(box: HTMLElement): HTMLElement[] {
  return [...(tabList(box)?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
}

function ownTab(event: Event, box: HTMLElement): HTMLElement | null {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null;
  return tab && ownTabs(box).includes(tab) ? tab : null;
}

function selectedValue(box: HTMLElement): string | null {
  return ownTabs(box).find((tab) => tab.getAttribute('aria-selected') === 'true')?.dataset.value ?? null;
}
