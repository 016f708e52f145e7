/**
 * Finds the tags of a Markdown file whose properties or content may be functions, which are no data, those that ask for the
 * page's sidebar, and the tags of packages.
 * Such a tag is a component of the file's own module: an export that the bundler adds (`partsOf`), and that the evaluated
 * document names.
 */

import { createHash } from 'node:crypto';
import { isRegistered, registeredImport } from '../mdxComponents.mjs';
import { remembered } from '../modules.mjs';
import { preprocess } from './preprocess.mjs';

/** Names that a document has and its module has not. */
const OF_DOCUMENT = new Set(['props', 'frontMatter', 'toc', 'contentTitle', 'metadata', 'assets', 'arguments']);

/** Hooks whose answer is not known yet when a text is evaluated. */
const ASKS_SIDEBAR = /\buseCurrentSidebar(?:Category|Siblings)\b/;

/** The parameters of a part; no author's name is one of these. */
const GIVEN = '({ children: binderyContent, ...binderyProps })';

/** A hash of the code, so that edits around a part do not change its name, and the name of the tag, which messages show. */
const NAME = /^BinderyPart[0-9a-f]{10}\w*$/;

export function isPartName(name) {
  return NAME.test(name);
}

/** A remark plugin: notes the parts of a document in `parts`, by their places `line:column`. */
export function remarkParts({ parts, tree }) {
  return (root) => {
    for (const { place, name, keys, hasContent, asksSidebar } of findParts(root, tree))
      parts[place] = { name, keys, hasContent, asksSidebar };
  };
}

/**
 * The code of the parts in the text of a Markdown file (`markdownText`), whose front matter is blank: statements by the names
 * that they export. None for a text that is no MDX. `options` has the folders `tree`, whose registered components a part may
 * use, and `uiDir`, and `parts`, which stores the answers: a text is asked for once for each of its parts, and by each bundle.
 */
export function partsOf(text, options = {}) {
  return remembered(options.parts ?? new Map(), text, () => readParts(text, options));
}

async function readParts(text, options) {
  if (!/<[A-Za-z]/.test(text) || !/=\{|=>|\bfunction\b|^import\b/m.test(text)) return new Map();
  const [{ createProcessor }, gfm, directive, math] = await Promise.all([
    import('@mdx-js/mdx'),
    import('remark-gfm'),
    import('remark-directive'),
    import('remark-math'),
  ]);
  const found = new Map();
  // The site may have no formulas: a part is where it is one way or the other.
  for (const formulas of text.includes('$') ? [[math.default], []] : [[]]) {
    const remarkPlugins = [gfm.default, directive.default, ...formulas];
    try {
      const root = createProcessor({ format: 'mdx', remarkPlugins }).parse(preprocess(text));
      for (const part of findParts(root, options.tree)) found.set(part.name, statementsOfPart(part, options));
    } catch {
      // The document is reported where it is evaluated.
    }
  }
  return found;
}

function elementOfPart({ tag, attributes, content }) {
  const own = attributes.map(({ key, code }) => ` ${key}={${code}}`).join('');
  const inside = content === null ? '{binderyContent}' : `{${content}}`;
  return `<${tag} {...binderyProps}${own}>${inside}</${tag}>`;
}

/** The statements of a part. Names that the site registers are bound inside of it: other parts may use them, too. */
function statementsOfPart({ name, element, registered }, options) {
  if (registered.length === 0) return `export const ${name} = ${GIVEN} => ${element};\n`;
  const imports = [];
  const bindings = [];
  for (const own of registered) {
    const { from, path } = registeredImport(own, options);
    imports.push(`import * as ${name}${own} from ${JSON.stringify(from)};\n`);
    bindings.push(`const ${own} = ${name}${own}${path.map((key) => `[${JSON.stringify(key)}]`).join('')};`);
  }
  return `${imports.join('')}export const ${name} = ${GIVEN} => { ${bindings.join(' ')} return ${element}; };\n`;
}

/** The parts below `root`; `tree` is the folder that may register components. */
function findParts(root, tree) {
  const bound = new Set(boundInModule(root));
  const packages = new Set(boundInModule(root, isOfPackage));
  const parts = [];
  visit(root, (node) => {
    if (!/^mdxJsx(?:Flow|Text)Element$/.test(node.type) || !node.name || !node.position) return;
    const registered = new Set();
    const has = (name) => bound.has(name) || (isRegistered(name, tree) && Boolean(registered.add(name)));
    const part = readPart(node, { has }, packages);
    if (part === null) return;
    const { line, column } = node.position.start;
    const element = elementOfPart(part);
    const hash = createHash('sha256').update(`${GIVEN} => ${element}`).digest('hex').slice(0, 10);
    const name = `BinderyPart${hash}${part.tag.replace(/\W/g, '_')}`;
    const keys = part.attributes.map(({ key }) => key);
    const hasContent = part.content !== null;
    const asksSidebar = part.attributes.some(({ code }) => ASKS_SIDEBAR.test(code));
    const place = `${line}:${column}`;
    parts.push({ place, name, element, keys, hasContent, asksSidebar, registered: [...registered] });
  });
  return parts;
}

function visit(node, see) {
  see(node);
  for (const child of node.children ?? []) visit(child, see);
}

/** What of a tag is code of the module; null for a tag without any. */
function readPart({ name, attributes, children }, bound, packages) {
  const isElement = /^[a-z][\w-]*$/.test(name);
  if (!isElement && !bound.has(name.split('.')[0])) return null;
  const own = [];
  for (const { type, name: key, value } of attributes) {
    if (type !== 'mdxJsxAttribute') return null;
    const expression = expressionOf(value);
    if (expression && !isText(expression) && isClosed(expression, bound))
      own.push({ key, code: endedLine(value.value) });
  }
  const content = contentOf(children, bound);
  if (own.length === 0 && content === null && !packages.has(name.split('.')[0])) return null;
  return { tag: name, attributes: own, content };
}

/** The function that is all of a tag's content, as code. */
function contentOf(children, bound) {
  const [child, ...others] = children.filter(({ type, value }) => type !== 'text' || value.trim() !== '');
  if (child === undefined || others.length > 0) return null;
  if (child.type === 'paragraph') return contentOf(child.children, bound);
  const expression = /^mdx(?:Flow|Text)Expression$/.test(child.type) ? expressionOf(child) : undefined;
  const isFunction = /^(?:Arrow)?FunctionExpression$/.test(expression?.type ?? '');
  return isFunction && isClosed(expression, bound) ? endedLine(child.value) : null;
}

/** Code whose last line may be a comment. */
function endedLine(code) {
  return `${code}\n`;
}

function expressionOf(value) {
  const [statement] = value?.data?.estree?.body ?? [];
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
}

function isText({ type, expressions }) {
  return type === 'Literal' || (type === 'TemplateLiteral' && expressions.length === 0);
}

/** Whether a statement imports something that is not a file of the site, unless its path is short for one. */
function isOfPackage({ type, source }) {
  return type === 'ImportDeclaration' && !/^(?:\.|\/|@site\/|@theme)/.test(source.value);
}

/** The names that the statements of a file bind for which `isMeant` holds. */
function boundInModule(root, isMeant = () => true) {
  const found = [];
  visit(root, ({ type, data }) => {
    const statements = type === 'mdxjsEsm' ? (data?.estree?.body ?? []) : [];
    for (const statement of statements.filter(isMeant)) found.push(...boundBy(statement));
  });
  return found;
}

function boundBy(statement) {
  const { type, specifiers, declaration } = statement;
  if (type === 'ImportDeclaration') return specifiers.map(({ local }) => local.name);
  const own = declaration ?? statement;
  return [...(own.id ? namesIn(own.id) : []), ...(own.declarations ?? []).flatMap(({ id }) => namesIn(id))];
}

/** The names that a pattern binds. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap(({ value, argument }) => namesIn(value ?? argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Whether an expression needs no more than what its module binds, and what all scripts have. */
function isClosed(expression, bound) {
  const used = new Set();
  const tags = new Set();
  const own = new Set();
  let isOpen = false;
  const read = (node) => {
    if (Array.isArray(node)) return node.forEach(read);
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (node.type === 'AwaitExpression' || node.type === 'ThisExpression') isOpen = true;
    if (node.type === 'Identifier') used.add(node.name);
    if (node.type === 'JSXOpeningElement') tags.add(rootOf(node.name));
    for (const name of [...(node.params ?? []), node.param, node.id].flatMap(namesIn)) own.add(name);
    const isNamed =
      /^(?:MemberExpression|Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed;
    for (const [key, child] of Object.entries(node)) {
      const isKey = isNamed && (key === 'key' || key === 'property');
      if (!isKey && key !== 'loc' && key !== 'label') read(child);
    }
  };
  read(expression);
  const isMissing = (name) => OF_DOCUMENT.has(name) && !bound.has(name) && !own.has(name);
  const isUnbound = (tag) => !/^[a-z]/.test(tag) && !bound.has(tag) && !own.has(tag);
  return !isOpen && ![...used].some(isMissing) && ![...tags].some(isUnbound);
}

function rootOf(name) {
  if (name.type === 'JSXMemberExpression') return rootOf(name.object);
  return name.type === 'JSXNamespacedName' ? name.namespace.name : name.name;
}
