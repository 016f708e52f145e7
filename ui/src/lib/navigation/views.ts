/**
 * Reports views of prefetched pages, which the server cannot see. It reports only if the document's `Server-Timing` names
 * `views`, and sends nothing about the reader.
 */

import type { RoutePath } from '../../model';
import { belowBase } from '../path';

type Delivered = PerformanceNavigationTiming & { deliveryType?: string };

function documentEntry(): Delivered | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return entry as Delivered | undefined;
}

export function reportView(path: RoutePath, basePath: string): void {
  if (documentEntry()?.serverTiming?.some(({ name }) => name === 'views'))
    navigator.sendBeacon(`${basePath}_bindery/view/${belowBase(path, basePath)}`);
}

/** Reports the document itself if the browser had prefetched it. */
export function reportDocumentView(basePath: string): void {
  if (documentEntry()?.deliveryType === 'navigational-prefetch') reportView(window.location.pathname, basePath);
}
