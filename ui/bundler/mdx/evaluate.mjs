/** Runs compiled documents: gives them their imports and React, and reads what they return. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { workerData } from 'node:worker_threads';
import { aliasedByPlugins } from '../resolve/aliases.mjs';
import { IS_OF_ORDER } from '../inspect/moduleOrder.mjs';
import { kindOf, resolveImport } from '../modules.mjs';
import { documentNodes, ORIGIN, reference } from './nodes.mjs';

const AsyncFunction = (async () => {}).constructor;
/** The key of a value that the compiler fills in: it begins with a noncharacter, as no author's does. */
const mark = (kind, path) => ({ [`\uFDD0${kind}`]: path });
/** Names that a document has without declaring them. */
const GIVEN = ['frontMatter', 'toc', 'contentTitle', 'metadata', 'assets'];

/** The id of the bundled module that holds the current page for other modules. */
export const CONTEXT = 'bindery:context';

/** A file of the tree whose address the compiler knows. */
class Asset {
  constructor(path) {
    this.mark = mark('asset', path);
    this.path = path;
  }

  get default() {
    return this;
  }

  toString() {
    return this.path.startsWith('static/') ? this.path.slice('static'.length) : `@site/${this.path}`;
  }
}

/**
 * Runs documents. `options` has the folders `uiDir` and `tree`, the values of `data` files by their paths, `modules`, the
 * bundled modules of the tree by their ids.
 */
export class Evaluator {
  constructor(options) {
    this.options = options;
    const require = createRequire(join(options.uiDir, 'package.json'));
    this.react = require('react');
    this.runtime = require('react/jsx-runtime');
    this.server = require('react-dom/server');
    this.origins = new WeakMap();
    /** The files and folders that the current document reads besides its imports. */
    this.reads = new Set();
    /** The ids of missing modules of which the current document uses values, with the place of the import. */
    this.missing = new Map();
  }

  /** The nodes of a document. */
  async run(document, compiled) {
    this.reads.clear();
    this.missing.clear();
    refused.length = 0;
    setPlace();
    const context = this.context(document);
    await this.setPageContext(document);
    const module = await this.load(compiled, document.path, document, context);
    let nodes;
    let thrown;
    // Hooks work only in a component that is rendered.
    const Page = () => {
      try {
        nodes = documentNodes(module.default({ components: {} }), context);
      } catch (error) {
        thrown = { error };
      }
      return null;
    };
    this.server.renderToStaticMarkup(this.react.createElement(Page));
    if (thrown) throw thrown.error;
    // A promise that is refused already says so now.
    await new Promise(setImmediate);
    if (refused.length > 0) throw refused[0];
    return nodes;
  }

  /**
   * Sets the current document in the bundled modules. Texts are evaluated before their pages have ids and paths, so that
   * `versionPath`, the path of the document's version, stands for the page's.
   */
  async setPageContext({ versionPath, title, metadata, frontMatter = {}, toc = [] }) {
    const known = { id: '', title: metadata?.title ?? title ?? '', permalink: versionPath ?? '', frontMatter, toc };
    this.pageContext = [versionPath ? { path: versionPath } : {}, versionPath ? known : undefined];
    const bundled = this.options.modules.get(CONTEXT);
    if (bundled?.url) this.setIn(await import(bundled.url));
  }

  setIn({ setContentContext, setCurrentDoc }) {
    const [content, doc] = this.pageContext;
    setContentContext(content);
    setCurrentDoc(doc);
  }

  context(document) {
    const { react } = this;
    return {
      react,
      places: new WeakMap(),
      origins: this.origins,
      exported: new Map(),
      partials: new Map(),
      parts: new Map(),
      toc: document.toc ?? [],
      tocMark: mark('toc', ''),
      isAsset: (value) => value instanceof Asset,
    };
  }

  /** The exports of a compiled document or partial; `file` is a path of the tree. */
  async load(compiled, file, document, context) {
    const imports = await this.importsOf(compiled, file, document, context);
    context.parts.set(compiled.number, { file, found: compiled.parts });
    const names = GIVEN.filter((name) => !compiled.names.includes(name));
    const parameters = ['_binderyRuntime', '_binderyLoad', '_binderyAt', 'require', ...names];
    const run = new AsyncFunction(...parameters, compiled.code);
    const given = {
      frontMatter: document.frontMatter ?? {},
      toc: context.toc,
      contentTitle: document.title,
      metadata: document.metadata ?? {},
      assets: {},
    };
    const get = (path) => imports.get(path);
    // Code that asks for `.default` means the module, unless what it gets has such a member itself.
    const isModule = (path) =>
      compiled.withDefault.includes(path) &&
      !compiled.pages.includes(path) &&
      get(path)?.default?.default === undefined;
    const module = await run(
      this.runtimeOf(compiled, file, context),
      (path) => Promise.resolve(get(path)),
      guard,
      (path) => (isModule(path) ? get(path) : (get(path)?.required ?? get(path)?.default ?? get(path))),
      ...names.map((name) => given[name]),
    );
    const isOwn = file === document.path;
    for (const [name, value] of Object.entries(module)) {
      const isComponent = isOwn && typeof value === 'function' && /^[A-Z]/.test(name);
      if (isComponent && !this.origins.has(value)) context.exported.set(value, name);
    }
    return module;
  }

  runtimeOf(compiled, _file, { places }) {
    const { Fragment, jsx, jsxs } = this.runtime;
    const number = compiled.number;
    const jsxDEV = (type, props, key, isStatic, source) => {
      const element = (isStatic ? jsxs : jsx)(type, props, key);
      if (source?.lineNumber) places.set(element, `${number}:${source.lineNumber}:${source.columnNumber}`);
      return element;
    };
    const components = {};
    for (const name of compiled.tags) defineTag(components, name.split('.'));
    return { Fragment, jsx, jsxs, jsxDEV, useMDXComponents: () => components, baseUrl: 'file:///' };
  }

  async importsOf(compiled, file, document, context) {
    const found = new Map();
    for (const path of compiled.imports) {
      const place = compiled.places?.[path];
      setPlace(place);
      const imported = this.imported(path, file, { compiled, document, context });
      found.set(path, await imported.catch((error) => Promise.reject(placed(error, place))));
      setPlace();
    }
    for (const path of compiled.pages) {
      const { required: _, ...exports } = found.get(path) ?? {};
      const page = this.page(path, file);
      // The same file may be a partial here: `require` gives both, and only the page is data.
      for (const [name, value] of Object.entries(exports)) Object.defineProperty(page, name, { value });
      found.set(path, { ...exports, required: page });
    }
    return found;
  }

  /** What an import gives: the exports of a module, or something that stands for them. */
  async imported(path, file, { compiled, document, context }) {
    const { tree, modules } = this.options;
    if (path === 'react') return { ...this.react, default: this.react };
    if (path === '@docusaurus/useBaseUrl') return { default: (written) => this.baseUrl(written) };
    const from = { path, from: file };
    if (path.endsWith('/')) return { default: this.folder(path, file) };
    const resolved = resolveFor(path, join(tree, file), this.options);
    // The compiler knows the site's files, the theme, and these of Docusaurus.
    const isKnown = /^@docusaurus\/(?:BrowserOnly|Head|Link|Translate)$/.test(path);
    if (!isKnown && (resolved === null || path.startsWith('@docusaurus/'))) from.isPackage = true;
    const target = resolved?.file;
    const own = treePath(target, this.options);
    if (resolved?.raw && target) return { default: readFileSync(target, 'utf8') };
    if (own !== null && kindOf(target) === 'text') return this.partial(own, document, context);
    if (own !== null && own in this.options.data) return { default: this.options.data[own], ...this.options.data[own] };
    if (own !== null && /\.(?:image|svg)$/.test(`.${kindOf(target)}`)) {
      const asset = new Asset(own);
      const isTag = kindOf(target) === 'svg' && !compiled.values.includes(path);
      return isTag ? references(from) : { default: asset, required: asset };
    }
    if (own !== null && target.endsWith('.json')) {
      const value = JSON.parse(readFileSync(target, 'utf8'));
      return Array.isArray(value) ? { default: value, required: value } : { ...value, default: value, required: value };
    }
    const isValue = compiled.values.includes(path);
    if (!isValue && !compiled.inProperties.includes(path)) return references(from);
    const id = moduleId(resolved, path, file);
    const bundled = modules.get(id);
    if (bundled === undefined || (bundled.error && !isValue)) return references(from);
    if (bundled.error) throw new Error(`\`${path}\` cannot be loaded: ${bundled.error}`);
    const module = await import(bundled.url).catch((error) => {
      if (IS_OF_ORDER.test(error?.message) && !bundled.isWhole) throw withId(error, id);
      if (isValue) throw error;
      return null;
    });
    if (isValue)
      for (const one of bundled.missing) this.missing.set(one, compiled.places?.[path] ?? `${compiled.number}`);
    if (module?.binderyContext) this.setIn(module.binderyContext);
    return module === null ? references(from) : this.named(module, from);
  }

  /** A module whose components are known by their names. */
  named(module, from) {
    const isComponent = (value) => typeof value === 'function' || (typeof value === 'object' && value?.$$typeof);
    for (const [name, value] of Object.entries(module)) {
      if (!isComponent(value) || this.origins.has(value)) continue;
      const isUpper = name === 'default' ? /^[A-Z]?/.test(value.name ?? '') : /^[A-Z]/.test(name);
      if (isUpper) this.origins.set(value, { ...from, export: name });
    }
    return module;
  }

  /** What stands for the page of a Markdown file. The file is not read: pages may refer to each other. */
  page(path, file) {
    const target = resolveFor(path, join(this.options.tree, file), this.options)?.file;
    const own = treePath(target, this.options);
    if (own === null) throw new Error(`there is no file \`${path}\``);
    return mark('page', own);
  }

  async partial(path, document, context) {
    if (context.open?.includes(path)) throw new Error(`\`${path}\` imports itself`);
    const compiled = document.partials[path];
    if (compiled === undefined) throw new Error(`\`${path}\` cannot be read`);
    if (compiled.error) throw Object.assign(new Error(compiled.error.message), { binderyPlace: compiled.error.place });
    const inner = Object.assign(Object.create(context), { open: [...(context.open ?? []), path] });
    const module = await this.load(compiled, path, document, inner);
    context.partials.set(module.default, compiled.number);
    return { toc: compiled.toc, ...module, required: module };
  }

  baseUrl(written) {
    const path = `static/${String(written).replace(/^\/+/, '')}`;
    this.reads.add(join(this.options.tree, path));
    return existsSync(join(this.options.tree, path)) ? new Asset(path) : `/${String(written).replace(/^\/+/, '')}`;
  }

  /** The data of a folder: an object by the relative paths of its files, without their extensions. */
  folder(written, file) {
    const base = written.startsWith('@site/') ? written.slice(6) : join(file, '..', written).split(sep).join('/');
    const found = Object.entries(this.options.data).filter(([path]) => path.startsWith(base) && !/\.ya?ml$/.test(path));
    const name = (path) => path.slice(base.length).replace(/\.\w+$/, '');
    for (const path of allBelow(join(this.options.tree, base))) this.reads.add(path);
    const texts = jsonBelow(join(this.options.tree, base)).map((path) => {
      const own = relative(this.options.tree, path).split(sep).join('/');
      return [name(own), JSON.parse(readFileSync(path, 'utf8'))];
    });
    return Object.fromEntries([...found.map(([path, value]) => [name(path), value]), ...texts]);
  }
}

/** A folder and all that is below it. */
function allBelow(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return [folder, ...entries.map((path) => join(folder, path))];
}

function jsonBelow(folder) {
  return allBelow(folder).filter((path) => /[\\/][^_\\/][^\\/]*\.json$/.test(path));
}

/**
 * The compiler's path of a file: relative to the tree, also in `outer`, the folders of documents outside of it (`../docs/a.md`).
 * Null for another file.
 */
export function treePath(file, { tree, outer = [] }) {
  if (!file) return null;
  const isOuter = outer.some((folder) => file.startsWith(folder + sep)) && !file.includes(`${sep}node_modules${sep}`);
  return isOuter || file.startsWith(tree + sep) ? relative(tree, file).split(sep).join('/') : null;
}

/** As `resolveImport`, with the short names for folders that the compiler knows besides those of `tsconfig.json`. */
export function resolveFor(path, importer, options) {
  const found = resolveImport(path, importer, options);
  if (found !== null) return found;
  for (const file of aliasedByPlugins(path, options.tree, options.aliases)) {
    const own = resolveImport(file, importer, options);
    if (own?.file) return own;
  }
  return null;
}

/** What identifies the module of an import. */
export function moduleId(resolved, path, file) {
  if (resolved?.file) return resolved.member ? `${resolved.file}#${resolved.member}` : resolved.file;
  return /^\.{0,2}\//.test(path) ? `${file}:${path}` : path;
}

/** An error that names the module which is to be bundled as one file. */
function withId(error, id) {
  return Object.assign(new Error(error.message), { binderyUnordered: id });
}

/** The exports of a module that is not loaded. */
function references(from) {
  return new Proxy(
    {},
    {
      get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : reference({ ...from, export: key })),
    },
  );
}

function defineTag(components, [name, ...members]) {
  components[name] ??= reference({ tag: name });
  let above = components[name];
  for (const member of members) above = above[member];
  return above[ORIGIN];
}

/** Where the current document is, in memory that the worker's main thread can read when this one does not answer. */
const present = workerData?.present;

function setPlace(place = '') {
  const numbers = place.split(':').map(Number);
  for (let at = 0; present && at < present.length; at++) present[at] = numbers[at] || 0;
}

/** An error with its place, unless it has one. */
function placed(error, place) {
  const known = typeof error === 'object' && error !== null ? error : new Error(String(error));
  if (known.binderyPlace === undefined && place) Object.defineProperty(known, 'binderyPlace', { value: place });
  return known;
}

/** Promises that were refused, and that nothing waits for. */
const refused = [];

/** Calls an expression of a document; what it throws gets its place. */
function guard(place, evaluate) {
  setPlace(place);
  try {
    const value = evaluate();
    if (value instanceof Promise) value.catch((error) => refused.push(placed(error, place)));
    return value;
  } catch (error) {
    throw placed(error, place);
  }
}
