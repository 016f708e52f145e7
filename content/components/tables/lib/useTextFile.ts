import { useEffect, useState } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';

/** A file of texts in `static/presets/`, by key; null without a name, and until the file is there. */
export function useTextFile<T>(name: string | null): Record<string, T> | null {
  const address = useBaseUrl(`/presets/${name ?? ''}.json`);
  const [texts, setTexts] = useState<Record<string, T> | null>(null);
  // The texts are too long for the page: they come when the reader asks for them.
  useEffect(() => {
    if (name === null) return;
    let isCurrent = true;
    fetch(address)
      .then((response) => (response.ok ? response.json() : null))
      .then(
        (data) => isCurrent && setTexts(data as Record<string, T> | null),
        // Without the file the page's own words remain.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [name, address]);
  return texts;
}
