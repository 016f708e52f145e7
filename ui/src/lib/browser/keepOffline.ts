/** Has the service worker store the page that the reader sees, and the files that it uses. */

import { savesData } from '../navigation/pageLoader';

/** What a page shows is loaded by these; searches and payloads are not. */
const KEPT_INITIATORS = new Set(['img', 'link', 'css', 'script', 'other']);

let worker: Promise<ServiceWorker | null> | undefined;

/** Called for each page shown; does nothing if the reader saves data. */
export async function keepOffline(basePath: string): Promise<void> {
  if (savesData() || !('serviceWorker' in navigator)) return;
  const { pathname: path } = window.location;
  worker ??= start(basePath);
  (await worker)?.postMessage({ path });
}

async function start(basePath: string): Promise<ServiceWorker | null> {
  try {
    await navigator.serviceWorker.register(`${basePath}sw.js`, { scope: basePath, updateViaCache: 'none' });
  } catch {
    // Private windows refuse it in some browsers.
    return null;
  }
  const { active } = await navigator.serviceWorker.ready;
  const observer = new PerformanceObserver((list) => {
    const files = (list.getEntries() as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => isKept(new URL(name), initiatorType, basePath))
      .map(({ name }) => name);
    if (files.length > 0) active?.postMessage({ files });
  });
  observer.observe({ type: 'resource', buffered: true });
  return active;
}

function isKept({ origin, pathname }: URL, initiator: string, basePath: string): boolean {
  if (origin !== window.location.origin || !pathname.startsWith(basePath)) return false;
  return pathname.startsWith(`${basePath}assets/`) || KEPT_INITIATORS.has(initiator);
}
