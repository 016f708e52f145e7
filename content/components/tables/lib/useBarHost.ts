import { useEffect, useState, type RefObject } from 'react';

/**
 * The element at the end of the page's content that holds the bar of the comparison. The lists of a page share one
 * comparison, so only the first of them gets it; null for others, and while nothing is compared.
 */
export function useBarHost(box: RefObject<HTMLElement | null>, isOn: boolean): HTMLElement | null {
  const [host, setHost] = useState<HTMLElement | null>(null);
  // The content is no part of this component's tree: its end is found and left on the DOM.
  useEffect(() => {
    const content = box.current?.closest<HTMLElement>('article, main');
    const isFirst = box.current?.contains(document.querySelector('.compare-start')) === true;
    if (!isOn || !content || !isFirst) return;
    const end = document.createElement('div');
    end.className = 'compare-host';
    content.append(end);
    setHost(end);
    return () => {
      setHost(null);
      end.remove();
    };
  }, [box, isOn]);
  return host;
}
