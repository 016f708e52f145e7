/** The page's script: small, since it loads the interface with React only when that is needed. */

import { actWithoutInterface, openControls, recordEarlyInput } from './lib/start/earlyInput';
import { watchHistory } from './lib/start/earlyHistory';
import { afterParsing, whenNeeded, whenParsed, whenUsed } from './lib/start/whenNeeded';

document.documentElement.dataset.started = '';
whenNeeded(load, fetchInterface);
recordEarlyInput();
watchHistory();
afterParsing(() => openControls(document));

/** Fetches the interface's script into the browser's cache. */
function fetchInterface(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  // The bundler writes the address of the chunk (`ui/bundler/plugins.mjs`).
  link.href = new URL('__BINDERY_INTERFACE__', import.meta.url).href;
  document.head.append(link);
}

function load(): void {
  import('./interface').then(
    ({ hydrate }) => whenParsed(hydrate),
    () => {
      // The page works as without script; the next use tries again.
      actWithoutInterface();
      whenUsed(load);
    },
  );
}
