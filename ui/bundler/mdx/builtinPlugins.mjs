/**
 * The remark and rehype plugins that Bindery adds itself: they store in each node where it is in its file, and give what has
 * no element in HTML (directives, code with its info string, excerpts) an element with a name of its own.
 */

/** The attribute of an element that Markdown syntax makes: its place. */
export const SYNTAX = 'data-bindery-syntax';
/** The attribute of a tag of the author's: `b` for one that is a block, and its place. */
export const TAG = 'data-bindery-tag';

/** Runs before the site's remark plugins: the ids that authors write, as Docusaurus gives them to plugins. */
export function remarkIds() {
  return (root) => visit(root, (node) => node.type === 'heading' && takeId(node));
}

/** Runs last of all remark plugins: directives, ids of headings, the border of an excerpt, places of tags and code. */
export function remarkMarks({ file, admonitions, places }) {
  const known = new Set(admonitions);
  return (root) => {
    visit(root, (node) => {
      if (node.type === 'heading') takeId(node);
      if (/^(?:text|leaf|container)Directive$/.test(node.type)) directive(node, known);
      if (/^mdx(?:Flow|Text)Expression$/.test(node.type)) expression(node, file);
      if (/^mdxJsx(?:Flow|Text)Element$/.test(node.type)) {
        // A tag that a plugin adds may have none.
        node.attributes ??= [];
        for (const { value } of node.attributes) if (value?.data?.estree) guard(value, value.data.estree, node, file);
      }
      if (node.type === 'mdxjsEsm') {
        guardExports(node, file);
        placeImports(node, file, places);
      }
    });
  };
}

/** Fills `toc` with the headings of a text as Docusaurus exports them: other texts import the list. */
export function remarkToc({ toc }) {
  return (root) => {
    const counts = new Map();
    visit(root, (node) => {
      if (node.type !== 'heading' || node.depth < 2) return;
      const value = textOf(node).trim();
      const slug = value
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      toc.push({ value, id: node.data?.id ?? (count === 0 ? slug : `${slug}-${count}`), level: node.depth });
    });
  };
}

/** The kinds of admonitions that Docusaurus has without configuration. */
const ADMONITIONS = ['note', 'tip', 'info', 'warning', 'danger', 'caution', 'secondary', 'important', 'success'];

/** For Markdown that is rendered as a component: admonitions are the component of that name, and headings have the ids of authors. */
export function remarkComponents() {
  const known = new Set(ADMONITIONS);
  return (root) => {
    visit(root, (node) => {
      if (node.type === 'heading') takeId(node);
      if (/^(?:text|leaf|container)Directive$/.test(node.type)) directive(node, known);
      if (node.data?.hName === 'bindery-admonition') admonitionTag(node);
    });
    // What is no directive is plain text.
    visit(root, (node) => {
      node.children &&= node.children.flatMap((child) => (child.type === 'binderyText' ? child.children : [child]));
    });
  };
}

function admonitionTag(node) {
  const title = node.data.hProperties.title ? textOf(node.children.shift()) : undefined;
  node.data = { hName: 'admonition', hProperties: { type: node.name, title } };
}

function textOf(node) {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** Runs last of all rehype plugins. */
export function rehypeMarks({ file }) {
  return (root) => markElements(root, file);
}

/** How Markdown's nodes become elements, where HTML has none. */
export const handlers = {
  footnoteReference: (state, node) => own(state, node, 'bindery-note', { label: node.label ?? node.identifier }),
  footnoteDefinition: (state, node) => own(state, node, 'bindery-footnote', { label: node.label ?? node.identifier }),
  // The addresses as written: the compiler encodes them once it has resolved them.
  link: (state, node) => own(state, node, 'a', { href: node.url, title: node.title ?? undefined }),
  image: (state, node) =>
    own(state, node, 'img', { src: node.url, alt: node.alt ?? '', title: node.title ?? undefined }),
};

function own(state, node, tagName, properties) {
  const element = { type: 'element', tagName, properties, children: node.children ? state.all(node) : [] };
  state.patch(node, element);
  return state.applyData(node, element);
}

function visit(node, change) {
  change(node);
  for (const child of node.children ?? []) visit(child, change);
}

function takeId(heading) {
  const last = heading.children.at(-1);
  const found = last?.type === 'text' ? /\s*\{#([^\s}]+)\}\s*$/.exec(last.value) : null;
  if (!found) return;
  last.value = last.value.slice(0, found.index);
  if (last.value === '') heading.children.pop();
  heading.data = { ...heading.data, id: found[1], hProperties: { ...heading.data?.hProperties, id: found[1] } };
}

/** Admonitions; every other directive is the text that it was written as. */
function directive(node, known) {
  if (node.type === 'containerDirective' && known.has(node.name)) {
    const title = node.children[0]?.data?.directiveLabel ? node.children.shift() : null;
    const label = title ?? (node.attributes?.title ? paragraph(node.attributes.title) : null);
    if (label) node.children.unshift({ ...label, data: {} });
    node.data = { hName: 'bindery-admonition', hProperties: { kind: node.name, title: label !== null } };
    return;
  }
  const isPlain = node.type !== 'containerDirective' && Object.keys(node.attributes ?? {}).length === 0;
  if (!isPlain) return;
  const colons = node.type === 'textDirective' ? ':' : '::';
  const label =
    node.children.length > 0 ? [{ type: 'text', value: '[' }, ...node.children, { type: 'text', value: ']' }] : [];
  const children = [{ type: 'text', value: colons + node.name, position: node.position }, ...label];
  // An element without a name of its own: its children are where it is.
  node.type = node.type === 'textDirective' ? 'binderyText' : 'paragraph';
  node.children = children;
  node.data = node.type === 'binderyText' ? { hName: 'bindery-text' } : {};
}

function paragraph(value) {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}

function expression(node, file) {
  if (/^\s*\/\*\s*truncate\s*\*\/\s*$/.test(node.value)) {
    const isFlow = node.type === 'mdxFlowExpression';
    node.type = isFlow ? 'mdxJsxFlowElement' : 'mdxJsxTextElement';
    Object.assign(node, { name: 'bindery-truncate', attributes: [], children: [] });
    return;
  }
  if (node.data?.estree) guard(node, node.data.estree, node, file);
}

/** Lets an expression say where it is when it throws. */
function guard(owner, estree, node, file) {
  const [statement] = estree.body;
  if (statement?.type !== 'ExpressionStatement' || hasAwait(statement.expression)) return;
  const { expression: value } = statement;
  if (value.type === 'Literal' || value.type === 'JSXElement') return;
  const { line, column } = value.loc?.start ?? {
    line: node.position?.start.line,
    column: node.position?.start.column - 1,
  };
  statement.expression = guarded(value, `${file}:${line}:${column + 1}`);
  owner.data.estree = estree;
}

function guardExports(node, file) {
  for (const statement of node.data?.estree?.body ?? []) {
    for (const one of statement.declaration?.declarations ?? []) {
      const isPlain = !one.init || /^(?:Arrow)?Function|Class|Literal|JSX/.test(one.init.type);
      if (isPlain) continue;
      const { line, column } = one.init.loc?.start ??
        statement.loc?.start ?? { line: node.position?.start.line, column: 0 };
      one.init = guarded(one.init, `${file}:${line}:${column + 1}`);
    }
  }
}

/** Notes where a text imports what. */
function placeImports(node, file, places) {
  for (const { source, loc } of node.data?.estree?.body ?? []) {
    if (typeof source?.value === 'string' && loc)
      places[source.value] ??= `${file}:${loc.start.line}:${loc.start.column + 1}`;
  }
}

function guarded(body, place) {
  const async = hasAwait(body);
  const kind = { type: 'ArrowFunctionExpression', isGuard: true };
  const made = { ...kind, expression: true, generator: false, async, params: [], body };
  const call = {
    type: 'CallExpression',
    optional: false,
    callee: { type: 'Identifier', name: '_binderyAt' },
    arguments: [{ type: 'Literal', value: place }, made],
  };
  return async ? { type: 'AwaitExpression', argument: call } : call;
}

function hasAwait(node) {
  if (node === null || typeof node !== 'object') return false;
  if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') return true;
  if (/Function/.test(node.type)) return false;
  return Object.entries(node).some(([key, child]) => key !== 'loc' && key !== 'data' && hasAwait(child));
}

/** Marks elements and tags, and leaves out the line breaks that only format the HTML. */
function markElements(parent, file) {
  const children = parent.children.filter((node) => node.type !== 'text' || node.value !== '\n' || node.position);
  parent.children = children;
  for (const node of children) {
    const at = place(node, file);
    if (node.type === 'element') {
      if (node.tagName === 'pre') codeBlock(node);
      else if (node.tagName === 'code') formula(node);
      node.properties = { ...node.properties, [SYNTAX]: at };
    } else if (node.type === 'raw') {
      // HTML that a plugin wrote.
      const properties = { html: node.value, [SYNTAX]: at };
      Object.assign(node, { type: 'element', tagName: 'bindery-raw', properties, children: [] });
    } else if (/^mdxJsx(?:Flow|Text)Element$/.test(node.type) && node.name) {
      const isFlow = node.type === 'mdxJsxFlowElement';
      node.attributes ??= [];
      node.attributes.push({ type: 'mdxJsxAttribute', name: TAG, value: `${isFlow ? 'b' : 'i'}${at}` });
    }
    if (node.children) markElements(node, file);
  }
}

function place({ position }, file) {
  if (!position) return `${file}`;
  const { start, end } = position;
  return `${file}:${start.line}:${start.column}:${end.line}:${end.column}`;
}

function codeBlock(pre) {
  const [code] = pre.children;
  if (pre.children.length !== 1 || code.tagName !== 'code' || code.children.some(({ type }) => type !== 'text')) return;
  const classes = [code.properties?.className ?? []].flat();
  const value = code.children.map((text) => text.value).join('');
  if (classes.includes('math-display'))
    return replace(pre, 'bindery-math', { display: true }, value.replace(/\n$/, ''));
  const language = classes.find((name) => /^language-/.test(name))?.slice('language-'.length) ?? '';
  const meta = code.data?.meta ?? code.properties?.metastring ?? '';
  return replace(pre, 'bindery-code', { info: meta ? `${language} ${meta}` : language }, value);
}

function formula(code) {
  const classes = [code.properties?.className ?? []].flat();
  if (!classes.includes('math-inline')) return;
  replace(code, 'bindery-math', { display: false }, code.children.map((text) => text.value).join(''));
}

function replace(node, tagName, properties, value) {
  Object.assign(node, { tagName, properties, children: [{ type: 'text', value, position: node.position }] });
}
