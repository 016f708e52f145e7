/**
 * Hashes of the code that renders pages: one of what all pages need, and one of each component with all that it imports. After
 * an edit of a component, only its own tags are rendered again.
 */

import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const LIST = '\0virtual:bindery-components';

/** A plugin that calls `found` with the hashes, or with undefined where modules and components cannot be matched. */
export function codeHashes({ uiDir, components, found }) {
  return {
    name: 'bindery-code-hashes',
    buildEnd(error) {
      if (error) return;
      const usable = components.filter(({ error }) => !error);
      const modules = this.getModuleInfo(LIST)?.importedIds ?? [];
      // What the list itself needs, it needs for all components; each of the others is the module of one component.
      if (modules.length !== usable.length) return found(undefined);
      const graph = { infoOf: (id) => this.getModuleInfo(id), uiDir };
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id).isEntry);
      const shared = reached(entries, graph, LIST);
      const hashes = components.map((component) => {
        const { name, interactive, error } = component;
        const start = error ? [] : [modules[usable.indexOf(component)]];
        const own = [...reached(start, graph, null)].filter((id) => !shared.has(id));
        return [name, hashOf([JSON.stringify([interactive ?? false, error]), ...codes(own, graph)])];
      });
      found({ shared: hashOf(codes([...shared], graph)), components: Object.fromEntries(hashes) });
    },
  };
}

/** The ids of all modules that these import, themselves included, but none that only `end` imports, nor `end`. */
function reached(ids, { infoOf }, end) {
  const seen = new Set();
  const left = [...ids];
  while (left.length > 0) {
    const id = left.pop();
    if (id === end || seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
    left.push(...importedIds, ...dynamicallyImportedIds);
  }
  return seen;
}

function codes(ids, { infoOf, uiDir }) {
  const named = ids.map((id) => [relative(uiDir, id.replace(/^\0/, '')), infoOf(id)?.code ?? '']);
  return named.sort(([a], [b]) => (a < b ? -1 : 1)).flat();
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
