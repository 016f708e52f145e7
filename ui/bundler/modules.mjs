/** Finds what a site's own component imports: its own files, Docusaurus' modules, packages. */

import { dirname, isAbsolute, join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { aliased, aliasedByPlugins } from './resolve/aliases.mjs';
import { existing } from './resolve/existing.mjs';
import { isApplied, isOfDocusaurus, standIn, themeName, themeStandIn } from './docusaurus.mjs';
import { nodesOfCode } from './inspect/syntaxTree.mjs';

/** The export of a module whose value `require` returns in place of the module: data, and what stands for a missing module. */
export const REQUIRED = 'binderyRequired';

/** Other files that scripts get by their address. */
const OTHER = /\.(?:mp4|webm|ogg|mp3|wav|flac|aac|pdf|zip|woff2?|ttf|otf|eot|docx?|xlsx?|pptx?|txt|wasm)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp)$/i;

/**
 * What an import of the site's own sources means: `{ file }`, with `member` for one export of that file and `raw` for its
 * text; `{ missing }` for a module of Docusaurus that is unknown, and for a file that is not there; null for packages.
 */
export function resolveImport(id, importer, options) {
  const { uiDir } = options;
  const path = withoutLoaders(id);
  const raw = id.includes('raw-loader') || /\?raw\b/.test(id);
  const theme = themeName(path);
  const own = theme ? themeFile(theme, options) : standIn(path);
  if (own !== undefined) {
    const [file, member] = own.split('#');
    return { file: isAbsolute(file) ? file : join(uiDir, 'src', file), member };
  }
  if (isOfDocusaurus(path)) return { missing: path };
  const file = fileOf(path, importer, options);
  return file === null ? null : file === undefined ? { missing: path } : { file, raw };
}

/** The path of an import without webpack's loaders (`!!raw-loader!./a.js`) and without its query. */
export function withoutLoaders(id) {
  return id.split('?')[0].replace(/^(?:-?!!?)?(?:[^!]*!)+/, '');
}

/** The file, without its marks, for those who read files only; null for packages and what is missing. */
export function ownFile(id, importer, options) {
  return resolveImport(id, importer, options)?.file ?? null;
}

/** A part of the theme: the site's own in its place, the component that Markdown knows, or what else stands for it. */
function themeFile({ name, mayBeOwn }, options) {
  const { uiDir } = options;
  const own = mayBeOwn && isApplied(name) ? ownThemeFile(name, options) : null;
  return own ?? existing(join(uiDir, 'src/content', name)) ?? themeStandIn(name);
}

/** The site's file for a part of the theme: in `src/theme`, or in the folder of a theme that one of its plugins brings. */
export function ownThemeFile(name, { tree, site }) {
  const [ofPlugin] = aliasedByPlugins(`@theme/${name}`, tree, site?.aliases);
  return existing(join(tree, 'src/theme', name)) ?? (ofPlugin === undefined ? null : existing(ofPlugin));
}

/** A file of the site; null if `path` names a package, undefined if there is no such file. */
function fileOf(path, importer, { tree, site }) {
  if (path.startsWith('@site/')) return existing(join(tree, path.slice(6))) ?? undefined;
  if (isAbsolute(path))
    return existing(path) ?? existing(join(tree, path)) ?? existing(join(tree, 'static', path)) ?? undefined;
  if (/^\.{1,2}(?:\/|$)/.test(path)) return existing(resolve(dirname(importer), path)) ?? undefined;
  for (const form of [...aliased(path, tree), ...aliasedByPlugins(path, tree, site?.aliases)]) {
    const file = existing(form);
    if (file !== null) return file;
  }
  return null;
}

/** What stands for packages that are not installed and that do more than render their children, below `src/`. */
const PACKAGES = {
  'markdown-to-jsx': 'docusaurus/packages/markdownToJsx.tsx',
  'react-markdown': 'docusaurus/packages/reactMarkdown.tsx',
  'docusaurus-plugin-internaldocs-fb/internal': 'docusaurus/packages/internalDocs.ts',
};

/** A module that stands for what is missing or cannot be used; `syntax` is that of the tool that reads it. */
export function missingModuleCode(uiDir, name, syntax) {
  if (Object.hasOwn(PACKAGES, name)) {
    const from = JSON.stringify(join(uiDir, 'src', PACKAGES[name]));
    return syntax === 'commonjs'
      ? `module.exports = require(${from});`
      : `export * from ${from};\nexport { default } from ${from};`;
  }
  const from = JSON.stringify(join(uiDir, 'src/docusaurus/missingModule.ts'));
  const value = `missingModule(${JSON.stringify(name)})`;
  return syntax === 'commonjs'
    ? `const { missingModule } = require(${from});\nmodule.exports = ${value};`
    : `import { missingModule } from ${from};\nconst own = /* @__PURE__ */ ${value};\nexport { own as default, own as ${REQUIRED} };`;
}

/** Code that exports what a module lacks: stand-ins if it is one of ours, else `undefined`, as with webpack. */
export function lackingExports(names, isOurs, uiDir) {
  if (!names) return '';
  const lines = [...names].map((name, at) => {
    // The module may use the same name for something that it does not export.
    const value = isOurs ? `/* @__PURE__ */ lackingExport(${JSON.stringify(name)})` : 'undefined';
    return `const lackingExport${at} = ${value};\nexport { lackingExport${at} as ${name} };`;
  });
  const from = JSON.stringify(join(uiDir, 'src/docusaurus/missingModule.ts'));
  const first = isOurs ? [`import { missingModule as lackingExport } from ${from};`] : [];
  return [...first, ...lines].join('\n');
}

/** A module whose default export is one export of another's, next to all its others. */
export function memberModule(file, member) {
  const from = JSON.stringify(file);
  return `export * from ${from};\nexport { ${member} as default } from ${from};`;
}

/** The package that a bare id names. */
export function packageOf(id) {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

/** What components may know of the site; the configuration, which few ask for, is a constant of its own. */
export function siteModule({
  config,
  aliases: _aliases,
  imported: _imported,
  mermaid: _mermaid,
  clientModules: _clientModules,
  liveCode: _liveCode,
  texts: _texts,
  ...site
}) {
  const all = { themeConfig: {}, customFields: {}, ...config };
  return `export const site = ${JSON.stringify(site)};\nexport const config = ${JSON.stringify(all)};`;
}

/** How a file is read: `svg` as a component, `image` by its address, `style` not at all by scripts. */
export function kindOf(file) {
  if (file.endsWith('.svg')) return 'svg';
  if (IMAGE.test(file)) return 'image';
  if (/\.module\.(?:css|s[ac]ss)$/.test(file)) return 'css-module';
  if (/\.(?:css|s[ac]ss|less|styl)$/.test(file)) return 'style';
  if (/\.(?:json5?|ya?ml)$/.test(file)) return 'data';
  if (/\.mdx?$/.test(file)) return 'text';
  if (OTHER.test(file)) return 'image';
  return 'script';
}

/**
 * esbuild's loader for a script. JavaScript that has types is read as TypeScript: the compiler of `@docusaurus/faster` reads all
 * files so, and others do with a plugin of Babel.
 */
export async function scriptLoader(file, code) {
  const [, kind] = /\.[cm]?(js|ts)(?:x?)$/.exec(file) ?? [];
  if (kind !== 'js') return file.endsWith('x') ? 'tsx' : 'ts';
  const reads = (loader) =>
    transform(code, { loader, jsx: 'preserve', logLevel: 'silent' }).then(
      () => true,
      () => false,
    );
  return (await reads('jsx')) || !(await reads('tsx')) ? 'jsx' : 'tsx';
}

/**
 * A text whose front matter is blank. Front matter is what stands between a line of dashes and the next that begins with
 * three, whatever its syntax is, as in Docusaurus and in `markdown/src/front_matter.rs`; no parser is needed to find the lines.
 */
export function blankFrontMatter(text) {
  const front = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\n)??---(?:[ \t]*(?=\r?\n|$))?/.exec(text)?.[0];
  return front === undefined ? text : front.replace(/[^\r\n]/g, '') + text.slice(front.length);
}

/**
 * An SVG file as a React component. The drawing itself is HTML that is inserted unchanged, so that only the attributes of the
 * root are read. No package that is installed parses XML, and the usual one for this task (SVGR) brings a hundred others.
 */
export function svgModule(text) {
  const open = /<svg\b([^>]*)>/i.exec(text);
  const inside = open ? text.slice(open.index + open[0].length, text.lastIndexOf('</svg>')) : '';
  const attributes = {};
  for (const [, name, value] of (open?.[1] ?? '').matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (name !== 'style' && !name.startsWith('on')) attributes[ATTRIBUTES[name] ?? name] = value;
  }
  return `import { createElement } from 'react';
const own = ${JSON.stringify(attributes)};
export default function Svg({ title, children, ...props }) {
  return createElement('svg', { ...own, ...props, 'aria-label': title, dangerouslySetInnerHTML: { __html: ${JSON.stringify(inside.trim())} } });
}
export { Svg as ReactComponent };`;
}

const ATTRIBUTES = { class: 'className', 'xmlns:xlink': 'xmlnsXlink', 'xml:space': 'xmlSpace' };

/** `require('…')` of a constant, as webpack reads it in modules, turned into an import. */
export function withoutRequire(code) {
  if (!code.includes('require(')) return code;
  const names = new Map();
  let [changed, at] = ['', 0];
  for (const { id, start, end } of requireCalls(code)) {
    if (!names.has(id)) names.set(id, `_required${names.size}`);
    changed += code.slice(at, start) + names.get(id);
    at = end;
  }
  const imports = [...names].map(
    ([id, name]) =>
      `import * as ${name}Module from ${JSON.stringify(id)}; const ${name} = Reflect.get(${name}Module, "${REQUIRED}") ?? ${name}Module;`,
  );
  return imports.length > 0 ? `${imports.join(' ')} ${changed}${code.slice(at)}` : code;
}

/**
 * The calls of `require` with a string, in order. The parser does not read TypeScript, and esbuild, which does, gives no
 * places: such code is searched as text, so that calls inside its strings and comments count, too.
 */
function requireCalls(code) {
  const nodes = nodesOfCode(code);
  if (nodes === null)
    return [...code.matchAll(/\brequire\(\s*(['"])([^'"]+)\1\s*\)/g)].map(({ 0: call, 2: id, index }) => ({
      id,
      start: index,
      end: index + call.length,
    }));
  return nodes
    .filter(
      ({ type, callee, arguments: values }) =>
        type === 'CallExpression' && callee.name === 'require' && typeof values[0]?.value === 'string',
    )
    .map(({ arguments: [{ value }], start, end }) => ({ id: value, start, end }))
    .sort((a, b) => a.start - b.start);
}

/**
 * What `make` finds for `key`, which `known` stores. It stores no promises: threads that bundle with the same options get a
 * copy of the map.
 */
export async function remembered(known, key, make) {
  if (!known.has(key)) known.set(key, await make());
  return known.get(key);
}
