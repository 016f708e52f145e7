/** The one full load after a deploy, when a payload comes from another build than the running client. */

import { createStorageSlot } from '../browser/storage';

const KEY = 'bindery.reload';

/** Loads the current address anew, once: false if that has been tried before. */
export function reloadOnce(): boolean {
  const slot = createStorageSlot(KEY, 'session');
  const { href } = window.location;
  if (slot.get() === href) return false;
  slot.set(href);
  // Without storage nothing guards against a loop: the page is shown as it came.
  if (slot.get() !== href) return false;
  window.location.reload();
  return true;
}
