/** Compiles MDX: Markdown files that components import, and documents that the Markdown parser in Rust cannot read. */

import { join } from 'node:path';
import { handlers, rehypeMarks, remarkComponents, remarkIds, remarkMarks, remarkToc } from './builtinPlugins.mjs';
import { withExports } from './markdownText.mjs';
import { remarkParts } from './parts.mjs';
import { preprocess } from './preprocess.mjs';

const packages = {};

function load() {
  packages.all ??= Promise.all([
    import('@mdx-js/mdx'),
    import('remark-gfm'),
    import('remark-directive'),
    import('remark-math'),
  ]).then(([mdx, gfm, directive, math]) => ({
    compile: mdx.compile,
    gfm: gfm.default,
    directive: directive.default,
    math: math.default,
  }));
  return packages.all;
}

/** Markdown as a module; `format` is `mdx` or `md`. */
export async function compileModule(value, path, format) {
  const { compile, gfm, directive } = await load();
  const isMdx = format === 'mdx';
  const remarkPlugins = isMdx ? [gfm, directive, remarkComponents] : [gfm];
  const options = { format, remarkPlugins, providerImportSource: '@mdx-js/react' };
  return String(await compile({ value: isMdx ? preprocess(value) : value, path }, options));
}

/**
 * A document as the body of an async function, and what it asks for: `values` are the modules whose exports it uses other
 * than as tags, `pages` the Markdown files that it requires as values, `withDefault` the modules that it requires for their
 * default exports, `tags` the names that no statement binds, `places` where it imports what, `parts` the tags that may be
 * components of its module, `toc` its headings. `file` is the number of the file in places.
 */
export async function compileDocument(written, options) {
  const text = await withExports(written);
  const { tree, file, path, frontMatter, admonitions, hasMath, registered, plugins = {} } = options;
  const { compile, gfm, directive, math } = await load();
  const places = {};
  const parts = {};
  const toc = [];
  const kinds = ['values', 'imports', 'pages', 'tags', 'names', 'inProperties', 'withDefault'];
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Set()]));
  const { beforeDefaultRemarkPlugins = [], remarkPlugins = [] } = plugins;
  const { beforeDefaultRehypePlugins = [], rehypePlugins = [], recmaPlugins = [] } = plugins;
  const compiled = await compile(
    // What plugins read of a file is as with Docusaurus.
    {
      value: importRegistered(preprocess(text), path, registered),
      path: join(tree, path),
      data: { frontMatter: frontMatter ?? {}, compilerName: 'client' },
    },
    {
      format: 'mdx',
      outputFormat: 'function-body',
      development: true,
      baseUrl: 'file:///',
      // The worker's runtime gives the components that no statement binds.
      providerImportSource: '@mdx-js/react',
      remarkPlugins: [
        ...beforeDefaultRemarkPlugins,
        gfm,
        directive,
        ...(hasMath ? [math] : []),
        remarkIds,
        ...remarkPlugins,
        [remarkParts, { parts, tree }],
        [remarkMarks, { file, admonitions, places }],
        [remarkToc, { toc }],
      ],
      rehypePlugins: [...beforeDefaultRehypePlugins, ...rehypePlugins, [rehypeMarks, { file }]],
      remarkRehypeOptions: { handlers },
      recmaPlugins: [...recmaPlugins, () => (program) => readProgram(program, found)],
    },
  );
  const lists = kinds.map((kind) => [kind, [...found[kind]]]);
  return { code: String(compiled), ...Object.fromEntries(lists), places, parts, toc };
}

/** Imports the Markdown files that the text names in tags and the site registers, at its end so that no place changes. */
function importRegistered(text, path, registered = {}) {
  const statements = (text.match(/^(?:import\b[\s\S]*?['"]|export\b.*)/gm) ?? []).join('\n');
  const isNamed = (name) => new RegExp(`<${name}[\\s/>]`).test(text) && !new RegExp(`\\b${name}\\b`).test(statements);
  const lines = Object.entries(registered)
    .filter(([name, from]) => from !== `@site/${path}` && isNamed(name))
    .map(([name, from]) => `import ${name} from ${JSON.stringify(from)};`);
  return lines.length === 0 ? text : `${text}\n\n${lines.join('\n')}\n`;
}

/** Finds what a program imports, and makes its imports calls of `_binderyLoad`. */
function readProgram(program, found) {
  const bound = new Map();
  // `require('./a.md').default` is the component of that file, and its text is needed.
  const members = new Map();
  walk(program, (node) => {
    if (node.type === 'MemberExpression') members.set(node.object, node.property.name);
    if (node.type === 'VariableDeclarator') {
      const path = importedPath(node.init);
      for (const name of boundNames(node.id)) {
        found.names.add(name);
        if (path !== null) bound.set(name, path);
      }
      if (path !== null) found.imports.add(path);
    } else if (/^(?:Function|Class)Declaration$/.test(node.type)) {
      found.names.add(node.id?.name);
    } else if (node.type === 'ImportExpression') {
      const path = importedPath(node);
      if (path !== null) replaceImport(node, path);
    } else if (node.type === 'CallExpression') {
      readCall(node, found, members);
    }
  });
  walkReferences(program, (name, isInProperty) => {
    if (bound.has(name)) (isInProperty ? found.inProperties : found.values).add(bound.get(name));
  });
}

function readCall(call, found, members) {
  const {
    callee,
    arguments: [first],
  } = call;
  if (callee.type !== 'Identifier' || first?.type !== 'Literal') return;
  if (callee.name === '_missingMdxReference') found.tags.add(first.value);
  if (callee.name === 'require') {
    const isPage = /\.mdx?$/.test(first.value) && !members.has(call);
    if (members.get(call) === 'default') found.withDefault.add(first.value);
    found[isPage ? 'pages' : 'imports'].add(first.value);
    found.values.add(first.value);
  }
}

/** The path of `await import(_resolveDynamicMdxSpecifier('…'))`; null for another expression. */
function importedPath(node) {
  const expression = node?.type === 'AwaitExpression' ? node.argument : node;
  if (expression?.type === 'CallExpression' && expression.callee.name === '_binderyLoad')
    return expression.arguments[0].value;
  if (expression?.type !== 'ImportExpression') return null;
  const { source } = expression;
  const literal = source.type === 'CallExpression' ? source.arguments[0] : source;
  return literal?.type === 'Literal' ? literal.value : null;
}

function replaceImport(node, path) {
  delete node.source;
  Object.assign(node, {
    type: 'CallExpression',
    optional: false,
    callee: { type: 'Identifier', name: '_binderyLoad' },
    arguments: [{ type: 'Literal', value: path }],
  });
}

function boundNames(pattern) {
  if (pattern?.type === 'Identifier') return [pattern.name];
  return (pattern?.properties ?? []).flatMap(({ value, argument }) => boundNames(value ?? argument));
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof node.type !== 'string') return;
  visit(node);
  for (const key of Object.keys(node)) {
    if (key !== 'loc' && key !== 'position' && key !== 'data' && key !== 'comments') walk(node[key], visit);
  }
}

/**
 * Calls `visit` with each name that is used as a value, and those that are types of elements in properties of others, or of
 * elements that are given functions. Other types of elements stay names.
 */
function walkReferences(node, visit, isInProperty = false) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) walkReferences(one, visit, isInProperty);
    return;
  }
  if (node.type === 'Identifier') return visit(node.name, false);
  if (node.type === 'VariableDeclarator') return walkReferences(node.init, visit, isInProperty);
  if (node.type === 'CallExpression' && /^_jsx/.test(node.callee.name ?? '')) {
    return walkElement(node.arguments, visit, isInProperty);
  }
  for (const key of Object.keys(node)) {
    const isName = (key === 'key' || key === 'property') && !node.computed;
    // A name in `return {a}` is an export of the document.
    const isSkipped = isName || key === 'loc' || key === 'position' || key === 'data' || key === 'comments';
    if (!isSkipped && !(node.type === 'ReturnStatement' && isExports(node.argument)))
      walkReferences(node[key], visit, isInProperty);
  }
}

function walkElement([type, props, ...rest], visit, isInProperty) {
  const isName = type.type === 'Identifier' || type.type === 'MemberExpression';
  if (!isName) walkReferences(type, visit, isInProperty);
  else if (isInProperty || isGivenFunction(props)) visit((type.object ?? type).name, true);
  for (const property of props?.properties ?? []) {
    const isContent = property.key?.name === 'children';
    if (property.value) walkReferences(property.value, visit, isInProperty || !isContent);
    else walkReferences(property, visit, isInProperty);
  }
  if (props && !props.properties) walkReferences(props, visit, isInProperty);
  walkReferences(rest, visit, isInProperty);
}

/** Whether a property of an element has a function, or its content is one: only a component that is loaded can be given it. */
function isGivenFunction(props) {
  const isFunction = ({ type, isGuard }) => !isGuard && /^(?:Arrow)?FunctionExpression$/.test(type);
  let isFound = false;
  for (const { key, value } of props?.properties ?? []) {
    // A spread object has neither.
    if (!key || !value) continue;
    const content = value.callee?.name === '_binderyAt' ? value.arguments[1].body : value;
    if (key.name === 'children') isFound ||= isFunction(content);
    else walk(value, (node) => (isFound ||= isFunction(node)));
  }
  return isFound;
}

function isExports(node) {
  return node?.type === 'ObjectExpression' && node.properties.some(({ key }) => key?.name === 'default');
}
