/**
 * Reads SCSS without a compiler for it: nested rules, variables, comments to the end of the line and partials. Mixins,
 * functions and control flow are left out, and so is what names a variable that they would set.
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Statements that need the compiler. */
const OF_COMPILER = /^@(?:mixin|include|function|if|else|each|for|while|return|extend|content|debug|warn|error)\b/;

/** Rules of CSS that hold rules, and keep what is around them. */
const GROUPS = /^@(?:media|supports|container|layer|scope|starting-style)\b/;

const LOADS = /^@(use|forward|import)\s+['"]([^'"]+)['"](?:\s+as\s+([\w*-]+))?/;

const STRINGS = /"[^"]*"|'[^']*'/g;

/** The sheet in CSS. */
export function compileScssSubset(file, tree) {
  const scope = { variables: new Map(), tree, seen: new Set([file]) };
  return rulesOf(parse(readFileSync(file, 'utf8')), [], { ...scope, file }).join('\n');
}

/** `[{ head, body }]`, where a declaration has no body. */
function parse(text) {
  const tokens =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|url\([^)'"]*\)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#\{[^}]*\}|[{};]|[^{};"'/#u]+|[\s\S]/g;
  const root = [];
  const open = [root];
  let head = '';
  const declare = () => {
    if (head.trim()) open.at(-1).push({ head: head.trim() });
    head = '';
  };
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('/*') || token.startsWith('//')) continue;
    if (token === '{') {
      const body = [];
      open.at(-1).push({ head: head.trim(), body });
      open.push(body);
      head = '';
    } else if (token === ';' || token === '}') {
      declare();
      if (token === '}' && open.length > 1) open.pop();
    } else head += token;
  }
  declare();
  return root;
}

/** The rules of some statements below the selectors `parents`. */
function rulesOf(statements, parents, scope) {
  const own = [];
  const below = [];
  for (const { head, body } of statements) {
    const variable = /^\$([\w-]+)\s*:\s*([\s\S]*?)\s*(!default|!global)?$/.exec(head);
    const load = LOADS.exec(head);
    if (variable && !body) setVariable(scope.variables, variable);
    else if (load && !/\.css$|^https?:/.test(load[2])) below.push(...loaded(load, scope));
    else if (!OF_COMPILER.test(head)) statement(head, body, { own, below, parents, scope });
  }
  const declared = own.length > 0 && parents.length > 0;
  return [...(declared ? [`${parents.join(',')}{${own.join(';')}}`] : []), ...below];
}

function statement(text, body, { own, below, parents, scope }) {
  const head = withValues(text, scope.variables);
  if (/\$[\w-]/.test(head.replace(STRINGS, ''))) return;
  if (!body) (head.startsWith('@') ? below : own).push(head.startsWith('@') ? `${head};` : head);
  else if (GROUPS.test(head)) below.push(`${head}{${rulesOf(body, parents, scope).join('')}}`);
  else if (head.startsWith('@')) below.push(`${head}{${verbatim(body, scope)}}`);
  else below.push(...rulesOf(body, nested(head, parents), scope));
}

/** Frames and faces: their blocks are no selectors. */
function verbatim(body, scope) {
  const parts = body.map(({ head, body: inner }) => {
    const own = withValues(head, scope.variables);
    return inner ? `${own}{${verbatim(inner, scope)}}` : `${own};`;
  });
  return parts.join('');
}

/** Each selector below each of its parents; `&` is the parent. */
function nested(head, parents) {
  const own = head.split(/,(?![^([]*[)\]])/).map((one) => one.trim());
  if (parents.length === 0) return own;
  return parents.flatMap((parent) =>
    own.map((one) => (one.includes('&') ? one.replaceAll('&', parent) : `${parent} ${one}`)),
  );
}

function setVariable(variables, [, name, value, flag]) {
  if (flag !== '!default' || !variables.has(name)) variables.set(name, withValues(value, variables));
}

function withValues(text, variables) {
  const value = (whole, name) => variables.get(name) ?? whole;
  return text.replace(/(?:[\w-]+\.)?\$([\w-]+)/g, value).replace(/#\{([^}$]*)\}/g, '$1');
}

/** The rules of a partial, which sets its variables here. */
function loaded([, , id], scope) {
  const path = id.startsWith('@site/') ? join(scope.tree, id.slice(6)) : join(dirname(scope.file), id);
  const [folder, name] = [dirname(path), basename(path).replace(/\.scss$/, '')];
  for (const one of [`${name}.scss`, `_${name}.scss`, `${name}/_index.scss`, `${name}/index.scss`]) {
    const file = join(folder, one);
    if (scope.seen.has(file)) return [];
    try {
      const text = readFileSync(file, 'utf8');
      scope.seen.add(file);
      return rulesOf(parse(text), [], { ...scope, file });
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  }
  return [];
}
