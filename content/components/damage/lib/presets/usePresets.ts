import { useEffect, useState } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import type { PresetElement, PresetIndex } from './presetData';

const files = new Map<string, Promise<unknown>>();

function load(address: string): Promise<unknown> {
  const known = files.get(address);
  if (known) return known;
  const file = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.json() as Promise<unknown>;
  });
  files.set(address, file);
  // A later attempt asks again.
  file.catch(() => files.delete(address));
  return file;
}

export type PresetFile<T> = { data: T | null; hasFailed: boolean; retry: () => void };

/** A file of presets, null until it is there. */
function usePresetFile<T>(name: string | null): PresetFile<T> {
  const address = useBaseUrl(`/presets/${name ?? 'index'}.json`);
  const [found, setFound] = useState<{ address: string; data: T | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  // The file comes over the network when the reader asks for it.
  useEffect(() => {
    if (name === null) return;
    let isCurrent = true;
    const set = (data: T | null) => isCurrent && setFound({ address, data });
    load(address).then(
      (data) => set(data as T),
      () => set(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, address, attempt]);
  const own = found?.address === address && name !== null ? found : null;
  const retry = () => {
    setFound(null);
    setAttempt(attempt + 1);
  };
  return { data: own?.data ?? null, hasFailed: own !== null && own.data === null, retry };
}

/** The names of all that can be picked. */
export function usePresetIndex(): PresetFile<PresetIndex> {
  return usePresetFile<PresetIndex>('index');
}

/** The characters of an element. */
export function usePresetElement(element: string | null): PresetFile<PresetElement> {
  return usePresetFile<PresetElement>(element?.toLowerCase() ?? null);
}
