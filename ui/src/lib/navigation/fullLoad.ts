/** The one full load after a deploy, when a payload comes from another build than the running client. */

import { createStorageSlot } from '../browser/storage';

const KEY = 'bindery.reload';

/** Loads the current address again, once; `false` if this was tried before. */
export function reloadOnce(): boolean {
  const slot = createStorageSlot(KEY, 'session');
  const { href } = window.location;
  if (slot.get() === href) return false;
  slot.set(href);
  // Without storage a loop of reloads could not be detected, so the page is shown as it is.
  if (slot.get() !== href) return false;
  window.location.reload();
  return true;
}
