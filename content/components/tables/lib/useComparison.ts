import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { parseNamed, readCompared, showBoxes, toggleKey, type Compared, type ItemLabels, type Named } from './compare';
import { focusAfterRemoval } from './compareFocus';
import type { SetParameter } from './query';
import { keepRow } from './steadyRow';

const PARAMETER = 'compare';

export type ComparisonState = {
  /** What the address names; null unless the reader chooses what to compare. */
  named: Named | null;
  /** What this list shows: the list with the first of the compared things shows all of them. */
  items: Compared[];
  /** Whether the page was opened with the comparison. */
  isArrival: boolean;
  start: () => void;
  end: () => void;
  toggle: (key: string) => void;
};

/** What is compared on this page, by the address; lists and tables were rendered at build and get their tick boxes here. */
export function useComparison(
  box: RefObject<HTMLElement | null>,
  [query, setParameter]: [URLSearchParams | null, SetParameter],
  labels: ItemLabels,
): ComparisonState {
  const text = query?.get(PARAMETER) ?? null;
  const [items, setItems] = useState<Compared[]>([]);
  const wasShownFirst = useRef<boolean | null>(null);
  const named = useMemo(() => (text === null ? null : parseNamed(text, document)), [text]);
  const keys = named?.keys ?? null;
  const toggle = (key: string) => {
    const now = parseNamed(new URLSearchParams(window.location.search).get(PARAMETER), document)?.keys ?? [];
    setParameter(PARAMETER, toggleKey(now, key).join(','));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` names all that decides; the labels are constant.
  useEffect(() => {
    const own = box.current?.parentElement;
    if (!own || query === null) return;
    showBoxes(own, keys, toggle);
    const compared = keys && keys.length > 1 ? readCompared(document, keys, labels) : [];
    const isOwner = compared[0] !== undefined && readCompared(own, [compared[0].key], labels).length > 0;
    const isShown = isOwner && compared.length > 1;
    setItems(isShown ? compared : []);
    wasShownFirst.current ??= isShown;
    // a11y: the table goes with its buttons, and no other list shows one.
    if (items.length > 0 && compared.length < 2) focusAfterRemoval(own.querySelectorAll<HTMLElement>('.compare-start'));
  }, [text, query === null]);
  // The table is above the list: what it adds or takes must not move the row that was ticked.
  useLayoutEffect(keepRow, [items]);
  return {
    named,
    items,
    isArrival: wasShownFirst.current === true,
    start: () => setParameter(PARAMETER, ''),
    end: () => setParameter(PARAMETER, null),
    toggle,
  };
}
