/** Adds `src/lib/browser/refusedStyles.ts` to scripts that make `<style>` elements, which the policy refuses. */

import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { transform } from 'esbuild';

/** A call that makes the element: of the document, or of React. */
const MAKES_STYLE = /\b(?:createElement|jsxs?|jsxDEV)\)?\(\s*(?:\w+\s*,\s*)?(['"`])style\1/;

const ID = '\0bindery-refused-styles';

/** The module is loaded under an own name, so that the part of the site in a preview holds it. */
export function refusedStyles(uiDir) {
  const file = join(uiDir, 'src/lib/browser/refusedStyles.ts');
  const isOurs = (id) => id.startsWith('\0') || id.startsWith(uiDir + sep);
  return {
    name: 'bindery-refused-styles',
    resolveId: (id) => (id === ID ? id : null),
    async load(id) {
      if (id !== ID) return null;
      const { code } = await transform(await readFile(file, 'utf8'), { loader: 'ts', target: 'es2022' });
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (isOurs(id) || !MAKES_STYLE.test(code)) return null;
      const isModule = /^\s*(?:import|export)\b/m.test(code);
      const shim = JSON.stringify(ID);
      return { code: isModule ? `import ${shim};\n${code}` : `require(${shim});\n${code}`, map: null };
    },
  };
}
