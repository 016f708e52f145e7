/** Bundles the interface's part for one platform in a separate thread. */

import { parentPort, Worker, workerData } from 'node:worker_threads';
import { bundleInterface } from './interfacePart.mjs';

if (workerData?.interfacePart) parentPort.postMessage(await bundleInterface(workerData.interfacePart));

/** What `bundleInterface` returns. */
export function bundleInThread(options) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { interfacePart: options } });
    thread.on('error', reject);
    thread.on('message', resolve);
  });
}
