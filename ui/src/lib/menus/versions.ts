/** Which version of the documents a reader last chose, by instance. */

import type { SiteProps } from '../../model';
import { createStorageSlot, type StorageSlot } from '../browser/storage';

export function versionSlot(plugin: string): StorageSlot {
  return createStorageSlot(`docs-preferred-version-${plugin}`);
}

/** Deletes the choice of a version that no longer exists. */
export function forgetLostVersions(versions: SiteProps['versions'] = {}): void {
  for (const [plugin, names] of Object.entries(versions)) {
    const slot = versionSlot(plugin);
    const chosen = slot.get();
    if (chosen !== null && !names.includes(chosen)) slot.del();
  }
}
