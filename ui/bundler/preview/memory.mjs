/** What a session of the bundler knows from its last bundle, so that the next one does again only what an edit has changed. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export class Memory {
  /** Rollup's caches by the platform, and the interface's modules that were imported. */
  rollup = new Map();
  asked = new Map();
  /** How often rollup ran, by the platform. */
  runs = { browser: 0, node: 0 };
  /** The result for a component, and the files that it came from. */
  #components = new Map();
  /** Other results by their names, each with its key and the files that it came from. */
  #results = new Map();
  /** The hash of the last renderer whose modules could all be loaded. */
  loaded = null;
  #missing = new Map();
  #hashes = new Map();

  /** Begins a bundle with `repairs`: those of the last one are known, except what changed files import. */
  begin(repairs) {
    const known = this.#hashes;
    this.#hashes = new Map();
    for (const [id, entry] of this.#missing)
      if (entry.importer !== null && known.get(entry.importer) === this.#hashOf(entry.importer))
        repairs.missing.set(id, entry);
  }

  /** Ends it. Forgets all where files were replaced or changed, as it is not known for whom. */
  end({ missing, broken, lacking, noted }) {
    this.#missing = missing;
    for (const { importer } of missing.values()) if (importer !== null) this.#hashOf(importer);
    if (broken.size === 0 && lacking.size === 0 && noted.size === 0) return;
    this.rollup.clear();
    this.#components.clear();
    this.#results.clear();
    this.loaded = null;
    this.#missing = new Map();
  }

  /** What was found about a component, if none of its files has changed. */
  component(key) {
    return this.#current(this.#components.get(key));
  }

  rememberComponent(key, files, value) {
    this.#components.set(key, this.#entry(files, value));
  }

  /** The result `name` that was made for `key`, if none of its files has changed. */
  result(name, key) {
    const entry = this.#results.get(name);
    return entry?.key === key ? this.#current(entry) : undefined;
  }

  rememberResult(name, key, files, value) {
    this.#results.set(name, { key, ...this.#entry(files, value) });
  }

  #entry(files, value) {
    return { files: [...files].map((file) => [file, this.#hashOf(file)]), value };
  }

  #current(entry) {
    return entry?.files.every(([file, hash]) => this.#hashOf(file) === hash) ? entry.value : undefined;
  }

  #hashOf(file) {
    if (!this.#hashes.has(file)) this.#hashes.set(file, contentHash(file));
    return this.#hashes.get(file);
  }
}

function contentHash(file) {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('base64');
  } catch {
    return null;
  }
}
