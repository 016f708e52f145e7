/**
 * Tells the server of views that it cannot see: pages that were fetched ahead. Only where a document's `Server-Timing` says
 * that views are counted; nothing about the reader is told.
 */

import type { RoutePath } from '../../model';
import { belowBase } from '../path';

type Delivered = PerformanceNavigationTiming & { deliveryType?: string };

function documentEntry(): Delivered | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return entry as Delivered | undefined;
}

export function tellView(path: RoutePath, basePath: string): void {
  if (documentEntry()?.serverTiming?.some(({ name }) => name === 'views'))
    navigator.sendBeacon(`${basePath}_bindery/view/${belowBase(path, basePath)}`);
}

/** The document itself may be one that the browser had fetched ahead. */
export function tellDocument(basePath: string): void {
  if (documentEntry()?.deliveryType === 'navigational-prefetch') tellView(window.location.pathname, basePath);
}
