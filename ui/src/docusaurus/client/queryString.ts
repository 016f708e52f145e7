/** What `@docusaurus/theme-common` exports of the page's address and its history. */

import { useEffect, useState } from 'react';
import { useHistory, useLocation, type History, type Location } from '../router';

type Strategy = 'append' | 'set';

/** The value of a query parameter in the page's address; `null` without one. */
export function useQueryStringValue(key: string | null): string | null {
  const { search } = useLocation();
  return key === null ? null : new URLSearchParams(search).get(key);
}

export function useQueryString(key: string): [string, (value: string | null) => void] {
  const [value, setValue] = useState('');
  return [useQueryStringValue(key) ?? value, (next) => setValue(next ?? '')];
}

type ListUpdate = string[] | ((values: string[]) => string[]);

export function useQueryStringList(key: string): [string[], (update: ListUpdate) => void] {
  const { search } = useLocation();
  const [chosen, setChosen] = useState<string[] | null>(null);
  const values = chosen ?? new URLSearchParams(search).getAll(key);
  return [values, (update) => setChosen(typeof update === 'function' ? update(values) : update)];
}

export function useClearQueryString(): () => void {
  return () => window.history.replaceState(window.history.state, '', window.location.pathname + window.location.hash);
}

export function useHistorySelector<Value>(selector: (history: History) => Value): Value {
  return selector(useHistory());
}

/** Calls back when the reader goes back or forward. */
export function useHistoryPopHandler(handler: (location: Location) => unknown): void {
  useEffect(() => {
    const listener = () => void handler(window.location);
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  }, [handler]);
}

export function useLocationChange(_onChange: (change: { location: Location }) => void): void {}

export function mergeSearchParams(all: URLSearchParams[], strategy: Strategy): URLSearchParams {
  const merged = new URLSearchParams();
  for (const params of all) for (const [key, value] of params) merged[strategy](key, value);
  return merged;
}

export function mergeSearchStrings(all: (string | undefined)[], strategy: Strategy): string {
  const params = all.map((search) => new URLSearchParams(search ?? ''));
  const merged = mergeSearchParams(params, strategy).toString();
  return merged === '' ? '' : `?${merged}`;
}

export function useSearchQueryString(): [string, (value: string | null) => void] {
  return useQueryString('q');
}
