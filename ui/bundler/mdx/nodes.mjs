/** Converts the React elements that a document returns to plain data: text, elements of Markdown, tags and components. */

import { SYNTAX, TAG } from './builtinPlugins.mjs';

/** The most that the properties of one component may take, as JSON. */
const MAX_PROPS = 8 << 20;
const MAX_DEPTH = 200;
/** The compiler reads JSON with at most 127 brackets in each other; the answer has three around the nodes. */
const MAX_NESTING = 120;

/** A component that is not loaded: where its name comes from. Its members are components, too. */
export function reference(origin) {
  return new Proxy(Object.freeze({ origin }), {
    get: (_, key) => {
      if (key === ORIGIN) return origin;
      if (typeof key === 'symbol' || key === 'then' || key === '$$typeof' || key === 'defaultProps') return undefined;
      return reference({ ...origin, members: [...(origin.members ?? []), key] });
    },
  });
}

export const ORIGIN = Symbol('origin');

/** The nodes of a document. One that nests too deep fails alone: the compiler could not read the whole answer. */
export function documentNodes(value, context) {
  const nodes = toNodes(value, context);
  if (nesting(nodes) > MAX_NESTING) throw new Error('its elements or their properties nest too deep');
  return nodes;
}

/** How many brackets a value has in each other as JSON. */
function nesting(value) {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most, one) => Math.max(most, nesting(one)), 0);
}

/**
 * The nodes of an element. `context` has `places`, where elements are that React has no place for, `origins`, the
 * components among the values that were loaded, and `toc`, the value that stands for the page's own headings.
 */
export function toNodes(value, context, list = [], depth = 0) {
  if (depth > MAX_DEPTH) throw new Error('its elements nest too deep');
  if (value === null || value === undefined || typeof value === 'boolean') return list;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    if (typeof list.at(-1) === 'string') list[list.length - 1] += text;
    else if (text !== '') list.push(text);
    return list;
  }
  if (context.isAsset(value)) return toNodes(String(value), context, list, depth);
  if (typeof value[Symbol.iterator] === 'function') {
    for (const one of value) toNodes(one, context, list, depth + 1);
    return list;
  }
  if (!context.react.isValidElement(value)) {
    const what = typeof value === 'function' ? 'a function' : 'an object';
    throw new Error(`${what} is not text; name the member to print`);
  }
  return elementNodes(value, context, list, depth + 1);
}

function elementNodes(element, context, list, depth) {
  const { type, props } = element;
  const { react } = context;
  if (type === react.Fragment || type === react.StrictMode || type === react.Suspense) {
    return toNodes(props.children, context, list, depth);
  }
  const place = context.places.get(element);
  if (typeof type === 'string') {
    list.push(domNode(type, props, place, context, depth));
    return list;
  }
  const origin = originOf(type, context);
  // In a property, a component that is loaded is rendered: there is nothing that could render it later.
  const isRendered = context.isProperty && type?.[ORIGIN] === undefined;
  if (origin !== undefined && !isRendered) {
    const node = componentNode(origin, props, place, context, depth);
    const isGivenFunction = node.problems !== undefined && type?.[ORIGIN] === undefined;
    list.push(...((isGivenFunction && rendered(element, context, depth, node.at)) || [node]));
    return list;
  }
  const partial = context.partials.get(type);
  if (partial === undefined) return toNodes(called(type, props, context), context, list, depth);
  const children = toNodes(called(type, props, context), context, [], depth);
  list.push({ kind: 'syntax', name: 'bindery-partial', at: `${partial}`, children });
  return list;
}

/** What a loaded component renders, at the place of its tag; null where it throws, as without a browser. */
function rendered({ type, props }, context, depth, at) {
  const put = (node) => {
    if (typeof node === 'string') return;
    node.at ??= at;
    node.children?.forEach(put);
  };
  try {
    const nodes = toNodes(called(type, props, context), context, [], depth);
    nodes.forEach(put);
    return nodes;
  } catch {
    return null;
  }
}

function originOf(type, context) {
  const origin = type?.[ORIGIN] ?? context.origins.get(type);
  if (origin !== undefined || typeof type !== 'function') return origin;
  // A component that the document declares is bundled as those of modules are.
  const name = context.exported.get(type);
  return name === undefined ? undefined : { own: name };
}

/** What a component returns that the document declares itself. */
function called(type, props, context) {
  const inner = type?.$$typeof !== undefined ? (type.render ?? type.type) : type;
  if (type?.$$typeof !== undefined && typeof inner !== 'function') {
    if (inner !== undefined) return called(inner, props, context);
    return props.children;
  }
  if (typeof inner !== 'function') throw new Error('an element has no component: is it imported?');
  if (inner.prototype?.isReactComponent) return new inner(props).render();
  return inner(props, props.ref ?? null);
}

function domNode(name, props, place, context, depth) {
  const { children, [SYNTAX]: syntax, [TAG]: tag, ...own } = props;
  const node = { kind: syntax === undefined ? 'tag' : 'syntax', name, at: syntax ?? tag?.slice(1) ?? place };
  if (tag?.[0] === 'b' || (tag === undefined && syntax === undefined)) node.block = true;
  const html = name === 'bindery-raw' ? own.html : own.dangerouslySetInnerHTML?.__html;
  delete own[name === 'bindery-raw' ? 'html' : 'dangerouslySetInnerHTML'];
  if (html !== undefined) node.html = String(html);
  node.props = plainProps(own, context, node);
  const part = html === undefined && tag !== undefined ? partOf(node, children, context) : null;
  if (part === null || typeof children !== 'function') node.children = toNodes(children, context, [], depth);
  if (part === null && /^(?:select|textarea)$/.test(name)) fillField(node);
  return part === null ? node : Object.assign(node, part);
}

/** Writes React's value of a field as HTML has it: the text of a `textarea`, the chosen options of a `select`. */
function fillField(node) {
  const isValue = ([key]) => key === 'value' || key === 'defaultValue';
  const [, value] = node.props.find(isValue) ?? [];
  if (value === undefined) return;
  node.props = node.props.filter((pair) => !isValue(pair));
  if (node.name === 'textarea') {
    node.children = [String(value)];
    return;
  }
  const chosen = [value].flat().map(String);
  const choose = (child) => {
    if (typeof child === 'string') return;
    // A partial and a component have no value; what is in them may be options.
    if (child.name !== 'option') return child.children?.forEach(choose);
    const own = child.props.find(([key]) => key === 'value')?.[1] ?? textOf(child);
    if (chosen.includes(String(own))) child.props.push(['selected', true]);
  };
  node.children.forEach(choose);
}

function textOf(node) {
  return typeof node === 'string' ? node : (node.children ?? []).map(textOf).join('');
}

function componentNode(origin, props, place, context, depth) {
  const { children, [SYNTAX]: _, [TAG]: tag, ...own } = props;
  const node = { kind: 'component', origin, at: tag?.slice(1) ?? place };
  if (tag?.[0] !== 'i') node.block = true;
  node.props = plainProps(own, context, node);
  if (typeof children === 'function') node.problems = [...(node.problems ?? []), ['children', 'a function']];
  else node.children = toNodes(children, context, [], depth);
  Object.assign(node, tag === undefined ? null : partOf(node, children, context));
  node.bytes = JSON.stringify(node.props).length;
  if (node.bytes > MAX_PROPS) {
    node.problems = [...(node.problems ?? []), ['', `${node.bytes >> 10} KB of data`]];
    node.props = [];
  }
  return node;
}

/**
 * What makes a component of the document's module of a node whose properties or content are functions, that asks for the
 * sidebar, or that is one of a package; null where its module has none for all of that.
 */
function partOf({ at, problems = [], origin }, children, { parts }) {
  const wanted = problems.map(([key]) => key);
  if (typeof children === 'function') wanted.push('children');
  const [number, line, column] = at.split(':');
  const { file, found } = parts.get(Number(number)) ?? {};
  const place = `${line}:${column}`;
  if (!found || !Object.hasOwn(found, place)) return null;
  const { name, keys, hasContent, asksSidebar } = found[place];
  if (wanted.length === 0 && origin?.isPackage !== true && !asksSidebar) return null;
  if (!wanted.every((key) => keys.includes(key) || (key === 'children' && hasContent))) return null;
  return { kind: 'component', origin: { own: name, from: file }, problems: undefined };
}

/** Properties as pairs of name and data; those that cannot be are left out and listed in `problems`. */
function plainProps(props, context, node) {
  const plain = [];
  for (const [key, value] of Object.entries(props)) {
    try {
      const data = plainValue(value, context, []);
      if (data !== undefined) plain.push([key, data]);
    } catch (error) {
      node.problems = [...(node.problems ?? []), [key, error.message]];
    }
  }
  return plain;
}

function plainValue(value, context, above) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === undefined) return undefined;
  if (value === context.toc) return context.tocMark;
  if (typeof value === 'function' || typeof value === 'symbol') throw new Error('a function');
  if (context.isAsset(value)) return value.mark;
  if (context.react.isValidElement(value)) return plainElement(value, context, above);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toJSON();
  if (above.includes(value) || above.length > MAX_DEPTH) throw new Error('an object that contains itself');
  const inner = [...above, value];
  if (Array.isArray(value)) return value.map((one) => plainValue(one, context, inner) ?? null);
  const entries = Object.entries(value).map(([key, one]) => [key, plainValue(one, context, inner)]);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/** The key of a property's elements; it begins with a noncharacter, as no author's does. */
const ELEMENTS = '\uFDD0elements';

/** An element in a property as plain data: its text, or the HTML elements that it renders. */
function plainElement(value, context, above) {
  const nodes = toNodes(value, Object.assign(Object.create(context), { isProperty: true }));
  if (nodes.every((one) => typeof one === 'string')) return nodes.join('');
  return { [ELEMENTS]: nodes.map((node) => plainNode(node, context, above)) };
}

function plainNode(node, context, above) {
  if (typeof node === 'string') return node;
  if (above.length > MAX_DEPTH) throw new Error('elements that nest too deep');
  const [problem] = node.problems ?? [];
  if (node.kind === 'component' || problem) {
    throw new Error(problem ? `an element with ${problem[1]}` : 'an element of a component that is not imported');
  }
  const props = Object.fromEntries(node.props);
  if (node.html !== undefined) props.dangerouslySetInnerHTML = { __html: node.html };
  return [node.name, props, ...node.children.map((child) => plainNode(child, context, [...above, node]))];
}
