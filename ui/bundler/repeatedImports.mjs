/**
 * Makes a failed `import()` repeatable: Chromium remembers the failure of an address for as long as the document lives, so the
 * next request for the same chunk has another query.
 *
 * Only the chunk itself is requested anew. Its static imports are chunks that the importer has already, or has to reload.
 */

const NAME = 'binderyImport';

/** By chunk, so that a module that was loaded with a query is not loaded a second time without it: `?1`, `?11` … */
const HELPER = `const binderyQueries = {};
const ${NAME} = (url) =>
  import(url + (binderyQueries[url] ?? '')).catch((error) => {
    binderyQueries[url] = (binderyQueries[url] ?? '?') + 1;
    throw error;
  });
`;

/**
 * `except` tells the modules that stay with the plain `import()`: other chunks import them statically, by the address that
 * failed.
 *
 * @param {(id: string) => boolean} except
 */
export function repeatedImports(except) {
  return {
    name: 'bindery-repeated-imports',
    renderDynamicImport: ({ targetChunk, targetModuleId }) =>
      targetChunk && !except(targetModuleId) ? { left: `${NAME}(`, right: ')' } : null,
    renderChunk: (code) => (code.includes(`${NAME}(`) ? { code: HELPER + code, map: null } : null),
  };
}
