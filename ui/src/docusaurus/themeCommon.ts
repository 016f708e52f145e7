/** Of `@docusaurus/theme-common`: the browser's storage, one key a slot. */
export { createStorageSlot, type StorageSlot } from '../lib/storage';
