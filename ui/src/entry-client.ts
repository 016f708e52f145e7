/** The page's script: small, since it loads the interface with React only when that is needed. */

import { actWithoutInterface, openControls, recordEarlyInput } from './lib/start/earlyInput';
import { whenNeeded, whenParsed, whenUsed } from './lib/start/whenNeeded';

document.documentElement.dataset.started = '';
whenNeeded(load);
recordEarlyInput();
whenParsed(() => openControls(document));

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
