/**
 * What React and the router expect of any host and a bare JavaScript engine lacks.
 *
 * A page is rendered synchronously: timers and messages never fire. What would answer otherwise than Node does (locales)
 * throws, so that no wrong text is rendered.
 */

import { EngineDateFormat, EnginePluralRules, needsNode } from './dates';
import { EngineSearchParams } from './searchParams';
import { EngineUrl } from './url';

class SilentPort {
  onmessage = null;
  postMessage(): void {}
}

class SilentChannel {
  port1 = new SilentPort();
  port2 = new SilentPort();
}

class NeverAborted {
  signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
  abort(): void {}
}

/** React encodes the constants of its streams while it is read. */
class Utf8Encoder {
  encode(text = ''): Uint8Array {
    const bytes = encodeURIComponent(text).match(/%..|./g) ?? [];
    return Uint8Array.from(bytes, (byte) => (byte.length === 1 ? byte.charCodeAt(0) : parseInt(byte.slice(1), 16)));
  }
}

const silent = () => {};
const never = () => 0;

const missing = {
  self: globalThis,
  console: { debug: silent, error: silent, info: silent, log: silent, trace: silent, warn: silent },
  setTimeout: never,
  clearTimeout: silent,
  setInterval: never,
  clearInterval: silent,
  performance: { now: never },
  MessageChannel: SilentChannel,
  AbortController: NeverAborted,
  TextEncoder: Utf8Encoder,
  URL: EngineUrl,
  URLSearchParams: EngineSearchParams,
  Intl: { DateTimeFormat: EngineDateFormat, PluralRules: EnginePluralRules },
};

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

const localized: [object, string[]][] = [
  [Number.prototype, ['toLocaleString']],
  [BigInt.prototype, ['toLocaleString']],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
];

for (const [prototype, names] of localized) {
  for (const name of names)
    Object.defineProperty(prototype, name, { value: needsNode(name), writable: true, configurable: true });
}
