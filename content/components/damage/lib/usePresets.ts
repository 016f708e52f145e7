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

/** A file of presets, null until it is there. */
function usePresetFile<T>(name: string | null): { data: T | null; hasFailed: boolean } {
  const address = useBaseUrl(`/presets/${name ?? 'index'}.json`);
  const [found, setFound] = useState<{ address: string; data: T | null } | null>(null);
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
  }, [name, address]);
  const own = found?.address === address && name !== null ? found : null;
  return { data: own?.data ?? null, hasFailed: own !== null && own.data === null };
}

/** The names of all that can be picked. */
export function usePresetIndex(): { data: PresetIndex | null; hasFailed: boolean } {
  return usePresetFile<PresetIndex>('index');
}

/** The characters of an element. */
export function usePresetElement(element: string | null): { data: PresetElement | null; hasFailed: boolean } {
  return usePresetFile<PresetElement>(element?.toLowerCase() ?? null);
}
