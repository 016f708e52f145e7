/** Reads a module's syntax tree for what decides whether a component that uses it needs the browser. */

import { transform } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { withoutFlow } from './flowTypes.mjs';
import { markdownText } from '../mdx/markdownText.mjs';
import { statementsOf } from '../mdx/statements.mjs';
import { scriptLoader } from '../modules.mjs';
import { nodesOfCode } from './syntaxTree.mjs';

const METHODS = new Set(['componentDidMount', 'componentDidUpdate', 'setState']);
/** Values of `export const interactive`: hydrated in view, hydrated at the first sign of use, or not. */
const INTERACTIVE = [true, 'on-use', false];
const GLOBALS = new Set(['window', 'document', 'navigator']);

/**
 * The facts of a file, each list in the order of the file: `hooks` that it calls and `ownHooks` that it declares, event
 * `handlers` in JSX, lifecycle `methods`, `questions` about where it runs, whether it `throws`, and the value of
 * `export const interactive`, or that it `isMisdeclared`. A file that cannot be parsed has none.
 */
export async function moduleFacts(file, options = {}) {
  if (/\.mdx?$/.test(file)) return codeFacts(await statementsOf(await markdownText(file, options)), 'tsx');
  const written = await readFile(file, 'utf8');
  const code = await withoutFlow(file, written, options).catch(() => written);
  return codeFacts(code, await scriptLoader(file, code));
}

/** As `moduleFacts`, of code; `loader` is esbuild's for its kind. */
export async function codeFacts(code, loader) {
  const facts = { hooks: [], ownHooks: [], handlers: [], methods: [], questions: [], throws: false };
  const nodes = await parse(code, loader);
  for (const node of nodes?.sort((a, b) => a.start - b.start) ?? []) readNode(node, facts);
  return facts;
}

async function parse(code, loader) {
  try {
    // Removes types and decorators, and keeps JSX.
    const script = await transform(code, { loader, jsx: 'preserve', target: 'es2022', logLevel: 'silent' });
    return nodesOfCode(script.code);
  } catch {
    return null;
  }
}

function readNode(node, facts) {
  const isHook = (name) => /^use[A-Z]\w*$/.test(name);
  switch (node.type) {
    case 'CallExpression': {
      const { name } = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
      if (isHook(name)) facts.hooks.push(name);
      break;
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'VariableDeclarator':
      if (isHook(node.id?.name)) facts.ownHooks.push(node.id.name);
      break;
    case 'JSXAttribute':
      if (/^on[A-Z]\w*$/.test(node.name.name) && node.value?.type === 'JSXExpressionContainer') {
        facts.handlers.push(node.name.name);
      }
      break;
    case 'Identifier':
      if (METHODS.has(node.name)) facts.methods.push(node.name);
      if (node.name === 'canUseDOM') facts.questions.push(node.name);
      break;
    case 'UnaryExpression':
      if (node.operator === 'typeof' && GLOBALS.has(node.argument.name)) {
        facts.questions.push(`typeof ${node.argument.name}`);
      }
      break;
    case 'ThrowStatement':
      facts.throws = true;
      break;
    case 'ExportNamedDeclaration':
      for (const { id, init } of node.declaration?.declarations ?? []) {
        if (id.name !== 'interactive') continue;
        if (INTERACTIVE.includes(init?.value)) facts.interactive = init.value;
        else facts.isMisdeclared = true;
      }
      break;
    default:
  }
}
