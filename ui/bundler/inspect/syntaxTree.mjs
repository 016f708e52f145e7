/** Syntax trees of JavaScript with JSX, as a list of their nodes. */

import { Parser } from 'acorn';
import jsx from 'acorn-jsx';

const JsxParser = Parser.extend(jsx());

/** The nodes of a module or a script, the outer before the inner ones; null for what cannot be parsed, such as TypeScript. */
export function nodesOfCode(code) {
  const options = { ecmaVersion: 'latest', allowImportExportEverywhere: true, allowReturnOutsideFunction: true };
  try {
    return nodesOf(JsxParser.parse(code, { ...options, sourceType: 'script', allowAwaitOutsideFunction: true }));
  } catch {
    return null;
  }
}

/** All nodes of a tree. A list, not recursion: a bundled file can be nested deeply. */
function nodesOf(root) {
  const nodes = [root];
  for (const node of nodes) {
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') nodes.push(child);
      }
    }
  }
  return nodes;
}
