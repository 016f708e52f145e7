/** What rollup needs to read our sources and the site's: TypeScript, npm packages, assets, and virtual modules. */

import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { minify as oxcMinify } from 'oxc-minify';
import esbuild from 'rollup-plugin-esbuild';
import { clientModules } from './clientModules.mjs';
import { diagramModule } from './diagrams.mjs';
import { withoutFlow } from './inspect/flowTypes.mjs';
import { liveCodeModule } from './liveCode.mjs';
import {
  kindOf,
  lackingExports,
  memberModule,
  resolveImport,
  siteModule,
  missingModuleCode,
  scriptLoader,
  withoutRequire,
} from './modules.mjs';
import { refusedStyles } from './styles/refusedStyles.mjs';
import { repeatedImports } from './repeatedImports.mjs';
import { AS_TEXT, moduleOf } from './assetModules.mjs';
import { workspaceFile } from './resolve/workspaces.mjs';
import { wrappedPage } from './wrappedPage.mjs';

export function plugins(options) {
  const { uiDir, platform, minify, nodeEnv, routerEnv = nodeEnv, isRenderer } = options;
  const isNode = platform === 'node';
  return [
    virtualModules(options),
    siteModules(options),
    withoutStyles(),
    isRenderer && rendererModules(uiDir, platform, nodeEnv),
    sources(),
    productionRouter(uiDir, routerEnv),
    shortFields(),
    json(uiDir),
    nodeResolve({
      browser: !isNode,
      exportConditions: isNode ? ['node', nodeEnv] : [nodeEnv],
      extensions: ['.mjs', '.js', '.ts', '.tsx', '.jsx'],
      preferBuiltins: isNode,
    }),
    ...scripts(uiDir, nodeEnv),
    withoutMain(uiDir),
    !isRenderer && !isNode && refusedStyles(uiDir),
    nodeEnvironment(nodeEnv),
    commonjs({ strictRequires: 'auto', sourceMap: false, esmExternals: options.esmExternals }),
    !isRenderer && interfaceAddress(),
    // The other chunks import React from the interface's.
    !isRenderer && repeatedImports((id) => id === join(uiDir, 'src/interface.tsx')),
    minify && withoutViewTransitions(),
    minify && withoutUnusedExports(),
    minify && withoutLongMessages(),
    minify && minifier(),
  ];
}

/** Types and JSX. What a site's own sources import and do not use, such as types, is left out, as its tools do. */
function scripts(uiDir, nodeEnv) {
  const own = new RegExp(`^${uiDir.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
  const options = {
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
    include: /\.[jt]sx?$/,
    loaders: { '.js': 'jsx' },
  };
  return [
    esbuild({
      ...options,
      tsconfig: join(uiDir, 'tsconfig.json'),
      exclude: [/node_modules/, new RegExp(`^(?!${own.source.slice(1)})`)],
    }),
    esbuild({ ...options, tsconfig: false, exclude: [/node_modules/, own] }),
  ];
}

/** Writes the address of the interface's chunk into the page's script, which fetches it some time before it runs it. */
function interfaceAddress() {
  const mark = '__BINDERY_INTERFACE__';
  return {
    name: 'bindery-interface-address',
    renderChunk(code) {
      if (!code.includes(mark)) return null;
      const address = /\bimport\(\s*(['"`])(\.\/[^'"`]+)\1\s*\)/.exec(code)?.[2];
      if (address === undefined) throw new Error('the script of the page does not import the interface');
      return { code: code.replace(mark, address), map: null };
    },
  };
}

/** The shell has the page's only `main`: a `main` that a component of the site renders becomes a `div`. */
function withoutMain(uiDir) {
  const mainElement = /\b((?:jsxs?(?:DEV)?|createElement)\(\s*)(['"])main\2/g;
  return {
    name: 'bindery-without-main',
    transform: (code, id) =>
      isOwn(id, uiDir) && mainElement.test(code) ? { code: code.replace(mainElement, '$1"div"'), map: null } : null,
  };
}

/** Whether a file is the site's own. */
function isOwn(path, uiDir) {
  return !path.startsWith(uiDir + sep) && !path.includes('node_modules') && !path.startsWith('\0');
}

/** The lists of components, made of the files found, and what components may know of the site. */
function virtualModules(options) {
  const { uiDir, components, site, isDev } = options;
  const modules = {
    'virtual:bindery-components': allComponents(components, isDev),
    'virtual:bindery-islands': islands(
      uiDir,
      components.filter(({ interactive }) => interactive),
    ),
    'virtual:bindery-client-modules': clientModules(options),
    'virtual:bindery-diagrams': diagramModule(options),
    'virtual:bindery-live-code': liveCodeModule(options),
    'virtual:bindery-site': siteModule(site),
  };
  for (const [index, { name, file, path, error }] of components.entries()) {
    if (!path) continue;
    const code = (!error && wrappedPage(name, file, uiDir)) || member(file, path);
    modules[`virtual:bindery-member-${index}`] = modules[`virtual:bindery-island-${name}`] = code;
  }
  return {
    name: 'bindery-virtual-modules',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)] ?? null,
  };
}

/** A module whose default export is a member of another's. */
function member(file, [first, ...rest]) {
  return `import { ${first} as own } from ${JSON.stringify(file)};\nexport default own${rest.map((name) => `.${name}`).join('')};`;
}

function specifierOf({ file, path }, index) {
  return JSON.stringify(path ? `virtual:bindery-member-${index}` : file);
}

function allComponents(components, marksFailures) {
  const lines = components.map((component, index) =>
    component.error
      ? `const C${index} = broken(${JSON.stringify(errorText(component.error))});`
      : `import C${index} from ${specifierOf(component, index)};`,
  );
  const entries = components.map(({ name }, index) => `${JSON.stringify(name)}: C${index}`);
  const names = (list) => list.map(({ name }) => JSON.stringify(name)).join(', ');
  const interactive = components.filter((component) => component.interactive);
  const onUse = interactive.filter((component) => component.interactive === 'on-use');
  return `${lines.join('\n')}
function broken(cause) {
  return function Broken() { throw new Error('its module cannot be used', { cause: new Error(cause) }); };
}
export const components = { ${entries.join(', ')} };
export const interactive = new Set([${names(interactive)}]);
export const onUse = new Set([${names(onUse)}]);
export const marksFailures = ${marksFailures};`;
}

function errorText({ message, file, line, column }) {
  if (file === undefined) return message;
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`;
}

/** A page without interactive components gets none of the code that brings them to life. */
function islands(uiDir, components) {
  if (components.length === 0) return 'export const mountIslands = () => () => {};';
  const loaders = components.map((component) => {
    const module = component.path ? `virtual:bindery-island-${component.name}` : component.file;
    return `${JSON.stringify(component.name)}: () => import(${JSON.stringify(module)})`;
  });
  return `import { crashPage } from ${JSON.stringify(join(uiDir, 'src/lib/browser/crash.ts'))};
const loaders = { ${loaders.join(', ')} };
export function mountIslands(root, site) {
  let stop = () => {};
  let isStopped = false;
  const mount = (module) => isStopped || (stop = module.mountIslands(root, loaders, site));
  if (root.querySelector('[data-island]')) import(${JSON.stringify(join(uiDir, 'src/lib/islands.ts'))}).then(mount).catch(crashPage);
  return () => {
    isStopped = true;
    stop();
  };
}`;
}

/** What the site's own sources import: their files, Docusaurus' modules, pictures, packages; what is missing has a stand-in. */
function siteModules(options) {
  const { uiDir, site, assets, repairs, isRenderer } = options;
  const address = (file) => addressOf(file, options, assets, site);
  const replaced = (id) => ({ code: missingModuleCode(uiDir, id, 'module'), syntheticNamedExports: true });
  return {
    name: 'bindery-site-modules',
    async resolveId(id, importer, given) {
      if (!importer || isOurs(importer, uiDir) || id.startsWith('\0') || id.startsWith('virtual:')) return null;
      // A Docusaurus site may be written for React 18.
      if (id === 'react/jsx-runtime' && site.imported) return join(uiDir, 'src/docusaurus/packages/jsxRuntime.ts');
      const found = resolveImport(id, importer.split('?')[0].replace(/^\0(?:virtual:.*|bindery-\w+:)/, ''), options);
      if (found?.missing !== undefined) return missing(id, importer, repairs);
      if (found?.member) return `\0bindery-member:${found.file}#${found.member}`;
      if (found?.raw) return `${found.file}?raw`;
      if (found) return kindOf(found.file) === 'text' && !importer.startsWith('\0') ? found.file + AS_TEXT : found.file;
      return (await packageFile(this, id, importer, given, options)) ?? missing(id, importer, repairs);
    },
    // Rendering does not wait for what a site loads later, and that may need a browser to be loaded at all.
    resolveDynamicImport: (id, importer) =>
      isRenderer && typeof id === 'string' && !isOurs(importer, uiDir) && !importer.startsWith('\0virtual:')
        ? `${MISSING}${id}`
        : null,
    async load(id) {
      if (id.startsWith(MISSING)) return replaced(id.slice(MISSING.length));
      if (id.startsWith(MEMBER)) return memberModule(...id.slice(MEMBER.length).split('#'));
      if (id.startsWith('\0')) return null;
      if (id.endsWith('?raw')) return `export default ${JSON.stringify(await readFile(id.slice(0, -4), 'utf8'))};`;
      if (repairs.broken.has(id.split('?')[0])) return replaced(id);
      if (isOurs(id, uiDir)) return null;
      const module = await moduleOf(id, options, address);
      return module && { code: module.code, syntheticNamedExports: module.isData === true };
    },
    async transform(code, id) {
      if (isOurs(id, uiDir)) {
        const names = repairs.lacking.get(id);
        return names ? { code: `${lackingExports(names, true, uiDir)}\n${code}`, map: null } : null;
      }
      if (!isOwn(id, uiDir) || !/\.[cm]?[jt]sx?$/.test(id)) return null;
      const read = await withoutFlow(id, code, options);
      const isTyped = /\.[cm]?jsx?$/.test(id) && (await scriptLoader(id, read)) === 'tsx';
      const plain = isTyped ? await withoutTypes(read) : read;
      if (plain.includes('require(')) return { code: withoutRequire(plain), map: null };
      return plain === code ? null : { code: plain, map: null };
    },
  };
}

/** JavaScript that is written with types, without them. */
async function withoutTypes(code) {
  const options = { loader: 'tsx', jsx: 'preserve', target: 'es2022', tsconfigRaw: {} };
  return (await transform(code, options)).code;
}

const MISSING = '\0bindery-missing:';
const MEMBER = '\0bindery-member:';

function missing(id, importer, { missing: list }) {
  if (!list.has(id)) list.set(id, { importer: importer.startsWith('\0') ? null : importer.split('?')[0] });
  return MISSING + id;
}

/** Whether a file is one of Bindery's or of its packages. */
function isOurs(path, uiDir) {
  return path.startsWith(uiDir + sep) || path.startsWith(`\0${uiDir}${sep}`);
}

/** A package's file: React is ours, others are those of the site, or ours where it has none. */
async function packageFile(context, id, importer, given, { uiDir, tree, platform }) {
  if (isBuiltin(id)) return platform === 'node' ? { id, external: true } : null;
  const how = { ...given, skipSelf: true };
  const from = (file) => context.resolve(id, file, how);
  const ours = join(uiDir, 'src/App.tsx');
  if (/^(?:react|react-dom|scheduler)(?:\/|$)/.test(id)) return installedOne(await from(ours));
  // Files outside of the site use its packages.
  const sites = join(tree, 'package.json');
  const found = (await from(importer.replace(/^\0/, ''))) ?? (await from(sites));
  return installedOne(found ?? workspaceFile(id, tree) ?? (await from(ours)));
}

function installedOne(found) {
  return found?.external ? null : found;
}

/** The address of a picture: its own below `static/`, else that of a copy named by its content. */
async function addressOf(file, { tree }, assets, site) {
  const own = relative(join(tree, 'static'), file);
  if (!own.startsWith('..')) return site.baseUrl + own.split(sep).map(encodeURIComponent).join('/');
  const bytes = await readFile(file);
  const end = extname(file);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  const path = `assets/${basename(file, end).replace(/[^\w-]/g, '-')}-${hash}${end.toLowerCase()}`;
  assets.set(path, bytes);
  return site.baseUrl + path;
}

/** Style sheets are bundled beside (`styles/sheets.mjs`); to scripts they are nothing. */
function withoutStyles() {
  return {
    name: 'bindery-without-styles',
    load: (id) => (kindOf(id) === 'style' ? { code: '', moduleSideEffects: false } : null),
  };
}

/**
 * Of Bindery's own modules rendering needs what they import statically: a browser loads the rest later. Of React's server it
 * needs `renderToString`, and that file has no streams.
 */
function rendererModules(uiDir, platform, nodeEnv) {
  const kind = platform === 'node' ? 'node' : 'browser';
  const server = `node_modules/react-dom/cjs/react-dom-server-legacy.${kind}.${nodeEnv}.js`;
  const later = '\0bindery-later';
  return {
    name: 'bindery-renderer-modules',
    resolveId: (id, importer) =>
      id === 'react-dom/server' && importer?.startsWith(join(uiDir, 'src')) ? realpathSync(join(uiDir, server)) : null,
    resolveDynamicImport: (_, importer) =>
      importer.startsWith(join(uiDir, 'src') + sep) || importer.startsWith('\0virtual:') ? later : null,
    load: (id) => (id === later ? 'export default null;' : null),
  };
}

/** `…?raw`: a file as a string, for code that is seldom run and should cost nothing until then. */
function sources() {
  const mark = '?raw';
  return {
    name: 'bindery-sources',
    async resolveId(id, importer) {
      if (!id.endsWith(mark)) return null;
      const file = await this.resolve(id.slice(0, -mark.length), importer, { skipSelf: true });
      return file && `${file.id}${mark}`;
    },
    load: async (id) =>
      id.endsWith(mark) ? `export default ${JSON.stringify(await readFile(id.slice(0, -mark.length), 'utf8'))};` : null,
  };
}

/**
 * Rollup keeps unused components that have side effects: a display name, a wrapper, a context.
 * The router's own way to navigate is for data routers as well, of which there is none here.
 */
function withoutUnused(code) {
  return code
    .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, '')
    .replace(/^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ ')
    .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()');
}

/** The router's package names its development build only; the other one lies beside. */
function productionRouter(uiDir, nodeEnv) {
  // Rollup names modules by their real paths, and `node_modules` may be a symbolic link.
  const directory = realpathSync(join(uiDir, 'node_modules/react-router/dist', nodeEnv));
  const files = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' };
  return {
    name: 'bindery-production-router',
    resolveId: (id) => (Object.hasOwn(files, id) ? { id: join(directory, files[id]), moduleSideEffects: false } : null),
    transform: (code, id) => (id.startsWith(directory) ? { code: withoutUnused(code), map: null } : null),
  };
}

/** The fields of React's own records, which nothing outside its renderer reads: names that minifiers must keep. */
const FIELDS =
  'baseLanes baseQueue baseState cachePool callbackNode callbackPriority cancelPendingCommit childLanes eagerState elementType entangledLanes entanglements expirationTimes expiredLanes finishedWork firstBaseUpdate firstContext hasEagerState hiddenUpdates incompleteTransitions indicatorLane isDehydrated lastBaseUpdate lastRenderedReducer lastRenderedState memoizedProps memoizedState memoizedValue pendingContext pendingLanes pendingProps pingedLanes refCleanup retryLane revertLane shellSuspendCounter stateNode subtreeFlags suspendedLanes tailMode timeoutHandle treeContext updateQueue warmLanes'.split(
    ' ',
  );

/** Gives them short names, in the one file that knows them: 0.8 KB less to send. */
function shortFields() {
  const pattern = new RegExp(`\\b(?:${FIELDS.join('|')})\\b`, 'g');
  const short = Object.fromEntries(FIELDS.map((name, at) => [name, `$${at.toString(36)}`]));
  return {
    name: 'bindery-short-fields',
    transform: (code, id) =>
      id.endsWith('react-dom-client.production.js')
        ? { code: code.replace(pattern, (name) => short[name]), map: null }
        : null,
  };
}

/** What React's renderer does for `<ViewTransition>`. Nothing else calls these functions to an effect, or reads what they return. */
const TRANSITION_FUNCTIONS =
  'trackEnterViewTransitions applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive restoreViewTransitionOnHostInstances commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureViewTransitionHostInstancesRecursive measureNestedViewTransitions scheduleViewTransitionEvent reportViewTransitionError applyViewTransitionName restoreViewTransitionName startViewTransition createViewTransitionInstance'.split(
    ' ',
  );

/** Empties these functions where no module outside of React names the component: 2.4 KB less to send. */
function withoutViewTransitions() {
  const pattern = new RegExp(
    `^( *)function (${TRANSITION_FUNCTIONS.join('|')})(\\([^)]*\\)) \\{\\n[^]*?\\n\\1\\}$`,
    'gm',
  );
  return {
    name: 'bindery-without-view-transitions',
    renderChunk(code) {
      if (!code.includes('function startViewTransition(')) return null;
      const others = [...this.getModuleIds()].filter((id) => !isReact(id));
      if (others.some((id) => this.getModuleInfo(id).code?.match(/\bViewTransition\b/))) return null;
      const left = new Set(TRANSITION_FUNCTIONS);
      const smaller = code.replace(pattern, (_, indent, name, parameters) => {
        left.delete(name);
        return `${indent}function ${name}${parameters} {}`;
      });
      if (left.size > 0) this.error(`React's renderer has no ${[...left].join(', ')}: correct TRANSITION_FUNCTIONS`);
      return { code: smaller, map: null };
    },
  };
}

const isReact = (id) => /[\\/]node_modules[\\/](?:react|react-dom)[\\/]/.test(id);

/** Drops what `react` and `react-dom` export and no other module names: rollup keeps all exports of CommonJS. */
function withoutUnusedExports() {
  const pattern = /^(react|reactDom)_production\.([a-z]\w*) = (?:function \([\s\S]*?\n\};|\w+;)$/gim;
  const mentions = { react: /\breact\b/, reactDom: /\breact-dom\b/ };
  return {
    name: 'bindery-without-unused-exports',
    renderChunk(code) {
      if (!code.includes('react_production.')) return null;
      const others = [...this.getModuleIds()]
        .filter((id) => !isReact(id))
        .map((id) => this.getModuleInfo(id).code ?? '');
      const isNamed = (library, name) =>
        others.some((other) => mentions[library].test(other) && new RegExp(`\\b${name}\\b`).test(other));
      return {
        code: code.replace(pattern, (all, library, name) => (isNamed(library, name) ? all : '')),
        map: null,
      };
    },
  };
}

/**
 * Messages for mistakes that only a library's own users can make: a form with a function as its action, a wrong base path, a
 * router in a router.
 */
const LONG_MESSAGES = [
  /(?<="javascript:)throw new Error\('A React form [^"]*/,
  /(?<=`)<Router basename="[^`]*/,
  /(?<=`)You cannot render a <Router> inside[^`]*/,
  /(?<=`)You should call navigate\(\) in[^`]*/,
  /(?<=\]\.) {2}Please separate it out to the [^$]*\$\{dest\}[^$]*? parse it for you\./,
  /(?<=")takes an object of state variables[^"]*/,
  /(?<=")forceFrameRate takes[^"]*/,
];

function withoutLongMessages() {
  return {
    name: 'bindery-without-long-messages',
    renderChunk(code) {
      if (!code.includes('function startViewTransition(')) return null;
      const missing = LONG_MESSAGES.find((message) => !message.test(code));
      if (missing) this.error(`a message of the libraries changed: ${missing}`);
      return { code: LONG_MESSAGES.reduce((left, message) => left.replace(message, ''), code), map: null };
    },
  };
}

function json(uiDir) {
  return {
    name: 'bindery-json',
    transform: (code, id) =>
      id.endsWith('.json') && isOurs(id, uiDir) ? { code: `export default ${code.trim()};`, map: null } : null,
  };
}

/** Lets rollup drop what a library keeps for the other environment. */
function nodeEnvironment(nodeEnv) {
  return {
    name: 'bindery-node-environment',
    transform(code, id) {
      if (!id.includes('node_modules') || !code.includes('process.env.NODE_ENV')) return null;
      return { code: code.replaceAll('process.env.NODE_ENV', JSON.stringify(nodeEnv)), map: null };
    },
  };
}

/** esbuild rewrites syntax newer than ES2022, which oxc-minify leaves as it is; oxc-minify makes smaller files than esbuild. */
function minifier() {
  return {
    name: 'bindery-minifier',
    async renderChunk(code, { fileName }) {
      const simple = await transform(code, {
        minifySyntax: true,
        minifyWhitespace: true,
        format: 'esm',
        target: 'es2022',
      });
      const { code: minified, errors } = await oxcMinify(fileName, simple.code, {
        module: true,
        compress: { target: 'es2022', treeshake: { propertyReadSideEffects: false } },
        mangle: { toplevel: true },
        codegen: { removeWhitespace: true },
      });
      if (errors.length > 0) this.error(errors[0].message);
      return { code: minified, map: null };
    },
  };
}
