/**
 * Tries each of the site's components alone, before they are bundled together: what does not bundle, has no default
 * export or throws when it is loaded is left out, and the rest of the site still builds.
 *
 * It also finds which components need the browser: those that use a hook other than `useMemo`, `useId` and `useContext`,
 * or a handler, or ask whether there is a window, themselves or in what they import of the site's own or of packages.
 */

import { build } from 'esbuild';
import { createRequire, isBuiltin } from 'node:module';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  blankFrontMatter,
  kindOf,
  lackingExports,
  memberModule,
  missingModuleCode,
  REQUIRED,
  resolveImport,
  scriptLoader,
  siteModule,
  withoutRequire,
} from '../modules.mjs';
import { IS_ADDRESS, repeated } from '../repairs.mjs';
import { AS_TEXT, moduleOf } from '../assetModules.mjs';
import { withoutFlow } from './flowTypes.mjs';
import { markdownText } from '../mdx/markdownText.mjs';
import { isPartName, partsOf } from '../mdx/parts.mjs';
import { workspaceFile } from '../resolve/workspaces.mjs';
import { loadModules } from './loadModules.mjs';
import { codeFacts, moduleFacts } from './moduleFacts.mjs';
import { IS_OF_ORDER } from './moduleOrder.mjs';

const QUIET_HOOKS = new Set([
  'useMemo',
  'useId',
  'useContext',
  'useDocusaurusContext',
  'useBaseUrl',
  'useBaseUrlUtils',
  'useThemeConfig',
  'useActiveDocContext',
  'useActivePlugin',
  'useActivePluginAndVersion',
  'useActiveVersion',
  'useAllDocsData',
  'useBlogPost',
  'useBrokenLinks',
  'useCurrentSidebarCategory',
  'useCurrentSidebarSiblings',
  'useDoc',
  'useDocsData',
  'useDocsVersion',
  'useGlobalData',
  'useLatestVersion',
  'useMDXComponents',
  'usePluginData',
  'useRouteContext',
  'useTitleFormatter',
  'useVersions',
]);

/** Hooks whose answer is a part of the page's sidebar. */
const SIDEBAR_HOOKS = ['useCurrentSidebarCategory', 'useCurrentSidebarSiblings'];

/** Hooks whose answer depends on the page. */
export const PAGE_HOOKS = new Set([
  ...SIDEBAR_HOOKS,
  'useActiveDocContext',
  'useActivePlugin',
  'useActivePluginAndVersion',
  'useActiveVersion',
  'useAlternatePageUtils',
  'useBlogMetadata',
  'useBlogPost',
  'useDoc',
  'useDocsVersion',
  'useDocsVersionCandidates',
  'useHistory',
  'useHistorySelector',
  'useLocalPathname',
  'useLocation',
  'useRouteMatch',
]);

/**
 * The components with the result: `error`, or `interactive` and `reason` if the module does not declare `interactive`, and
 * `asksPage` where what they render depends on the page, and `asksSidebar` where it does on its sidebar.
 */
export async function inspect(components, own) {
  const known = components.map((one) => own.memory?.component(keyOf(one)));
  const rest = components.filter((_, at) => known[at] === undefined);
  const found = await inspectAnew(rest, own);
  return known.map((one) => one ?? found.shift());
}

function keyOf({ name, file, path, source }) {
  return JSON.stringify([name, file, path, source]);
}

/** Remembers what was found for a component that has no error. */
function remember(component, inputs, { memory, uiDir }) {
  if (memory === undefined || component.error) return;
  const files = inputs.map(fileNamed).filter((file) => file !== null && !isConstant(file, uiDir));
  memory.rememberComponent(keyOf(component), new Set([component.file, ...files]), component);
}

/** Whether a file stays the same as long as a session of the bundler lives. */
function isConstant(file, uiDir) {
  return file.startsWith(uiDir + sep) || file.includes(`${sep}node_modules${sep}`);
}

async function inspectAnew(components, own) {
  if (components.length === 0) return [];
  const files = new Map();
  const factsOf = (file) => {
    if (!files.has(file)) files.set(file, moduleFacts(file, own));
    return files.get(file);
  };
  const options = { ...own, factsOf };
  const folder = join(options.outDir, 'inspect');
  await mkdir(folder, { recursive: true });
  try {
    const attempt = (list, outdir) => buildModules(list, outdir, options);
    const together = await attempt(components, folder).catch(() => null);
    const built = [];
    for (const [at, one] of components.entries())
      built.push(
        together && !options.repairs.broken.has(one.file)
          ? { one, at, metafile: together.metafile, folder }
          : await buildAlone(one, join(folder, String(at)), options),
      );
    const usable = built.filter(({ error }) => error === undefined);
    const urls = usable.map((own) => pathToFileURL(join(own.folder, `c${own.at}.mjs`)).href);
    const messages = await loadModules(urls);
    for (const [at, message] of messages.entries())
      if (message !== undefined) await loadWhole(usable[at], message, options);
    const found = [];
    for (const { one, error, ...own } of built)
      found.push(error ? { ...one, interactive: false, error } : await judge(one, own, options));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Loads a component that threw, in one file. With code splitting, esbuild may evaluate modules that import each other in another
 * order than that of their imports, which the bundle keeps. Sets the error of the component if it throws again.
 */
async function loadWhole(built, message, options) {
  const { one, at } = built;
  const folder = join(built.folder, `whole-${at}`);
  const canHelp = IS_OF_ORDER.test(message);
  const whole = canHelp && (await buildModules([one], folder, { ...options, splitting: false }).catch(() => null));
  const [again] = whole ? await loadModules([pathToFileURL(join(folder, 'c0.mjs')).href]) : [message];
  if (again !== undefined) built.error = { message: again, file: inTree(one.file, options.tree) };
}

/** A component that cannot be bundled with the others; `error` is the reason if it cannot be bundled at all. */
async function buildAlone(one, folder, options) {
  const broken = options.repairs.broken.get(one.file);
  if (broken !== undefined) {
    const { message, line, column } = broken;
    return { one, error: { message, file: inTree(one.file, options.tree), line, column } };
  }
  const attempt = buildModules([one], folder, options);
  return attempt.then(
    ({ metafile }) => ({ one, at: 0, metafile, folder }),
    (error) => ({ one, error: errorOf(error, options) }),
  );
}

/** Bundles modules for Node, each as `c0.mjs`, `c1.mjs` … with `code`, which names what of its `file` is meant. */
export function buildModules(modules, outdir, options) {
  return repeated(
    () => buildEntries(modules, outdir, options),
    (error) => repair(error, modules, options),
  );
}

function buildEntries(components, outdir, options) {
  return build({
    entryPoints: components.map((_, at) => ({ in: `entry:${at}`, out: `c${at}` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: options.splitting ?? true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    metafile: true,
    logLevel: 'silent',
    // As in the bundle: files outside of the site use its packages, and one that the site has not installed may be one of ours.
    nodePaths: [join(options.tree, 'node_modules'), join(options.uiDir, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.js': 'jsx' },
    tsconfigRaw: {},
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    plugins: [...(options.first ?? []), siteModules(components, options)],
  });
}

/** Replaces the files that errors name, and adds the exports that are lacking; false if an error is in none of them. */
function repair(error, components, { uiDir, repairs }) {
  const { broken, lacking } = repairs;
  let isRepaired = false;
  for (const { text, location } of error.errors ?? []) {
    const [, path, name] = /^No matching export in "(.*)" for import "(.*)"/.exec(text) ?? [];
    const importer = fileNamed(location?.file);
    if (path !== undefined && importer !== null) {
      const file = fileNamed(path);
      if (file === null || lacking.get(file)?.has(name)) continue;
      lacking.set(file, new Set(lacking.get(file)).add(name));
      isRepaired = true;
    } else if (importer !== null && !importer.startsWith(uiDir + sep) && !broken.has(importer)) {
      const { line, column } = location;
      broken.set(importer, { message: text, line, column: column + 1 });
      isRepaired = true;
    }
  }
  return isRepaired && !components.some(({ file }) => components.length === 1 && broken.has(file));
}

/** The file in esbuild's messages, which begin with a namespace; null for modules that are no files. */
function fileNamed(path) {
  const own = path
    ?.replace(/^(?:file|as-module|member):/, '')
    .split('?')[0]
    .split('#')[0];
  return own === undefined || /^[\w-]+:/.test(own) ? null : resolve(own);
}

function errorOf(error, { tree }) {
  const first = error.errors?.[0];
  if (!first) return { message: error.message };
  const { file, line, column } = first.location ?? {};
  const path = fileNamed(file);
  return {
    message: first.text,
    file: path === null ? undefined : inTree(path, tree),
    line,
    column: column === undefined ? undefined : column + 1,
  };
}

/** A path relative to the tree, with forward slashes. */
function inTree(path, tree) {
  return relative(tree, resolve(path)).split(sep).join('/');
}

function siteModules(components, options) {
  const { uiDir, site } = options;
  return {
    name: 'bindery-site-modules',
    setup(own) {
      own.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }));
      own.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
        contents: entry(components[Number(path.slice(6))]),
        resolveDir: options.tree,
      }));
      own.onResolve({ filter: /^virtual:bindery-site$/ }, () => ({ path: 'site', namespace: 'facts' }));
      own.onLoad({ filter: /.*/, namespace: 'facts' }, () => ({ contents: siteModule(site) }));
      own.onResolve({ filter: /.*/ }, (args) => resolveIn(own, args, options));
      own.onLoad({ filter: /.*/, namespace: 'missing' }, ({ path }) => ({
        contents: missingModuleCode(uiDir, path, 'commonjs'),
        resolveDir: uiDir,
      }));
      own.onLoad({ filter: /.*/, namespace: 'raw' }, async ({ path }) => ({
        contents: await readFile(path, 'utf8'),
        loader: 'text',
      }));
      own.onLoad({ filter: /.*/, namespace: 'member' }, ({ path }) => ({
        contents: memberModule(...path.split('#')),
        resolveDir: uiDir,
      }));
      own.onLoad({ filter: /.*/, namespace: 'as-module' }, ({ path }) => loadModule(path, options));
      own.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => loadFile(path, options));
    },
  };
}

/** Where an import leads: a file, a stand-in, a package, or a module that stands for what is missing. */
async function resolveIn(own, { path, importer, kind, resolveDir, pluginData }, options) {
  const { uiDir, repairs } = options;
  if (kind === 'entry-point' || pluginData === 'asked' || isBuiltin(path)) return null;
  // esbuild would leave it to Node, which refuses it.
  if (IS_ADDRESS.test(path)) return missing(path, importer, repairs);
  const found = importer.startsWith(uiDir + sep) ? null : resolveImport(path, importer.split('?')[0], options);
  if (found?.missing !== undefined) return missing(path, importer, repairs);
  if (found?.member) return { path: `${found.file}#${found.member}`, namespace: 'member' };
  if (found?.raw) return { path: found.file, namespace: 'raw' };
  if (found) {
    const isFile = kindOf(found.file) === 'script' && !repairs.broken.has(found.file);
    const asText = kindOf(found.file) === 'text' && !importer.startsWith('entry:') ? AS_TEXT : '';
    return isFile ? { path: found.file } : { path: found.file + asText, namespace: 'as-module' };
  }
  if (/^react(-dom)?(\/|$)/.test(path)) return { path: createRequire(join(uiDir, 'package.json')).resolve(path) };
  const asked = await own.resolve(path, {
    importer,
    kind,
    resolveDir: resolveDir || options.tree,
    pluginData: 'asked',
  });
  if (asked.errors.length > 0) {
    const file = workspaceFile(path, options.tree);
    return file === null ? missing(path, importer, repairs) : { path: file };
  }
  return kindOf(asked.path) === 'script' ? asked : { path: asked.path, namespace: 'as-module' };
}

function missing(path, importer, { missing: list }) {
  if (!list.has(path)) list.set(path, { importer: fileNamed(importer) });
  return { path, namespace: 'missing' };
}

async function loadModule(path, options) {
  const { uiDir, repairs } = options;
  const file = path.split('?')[0];
  const replaced = { contents: missingModuleCode(uiDir, file, 'commonjs'), resolveDir: uiDir };
  if (repairs.broken.has(file)) return replaced;
  try {
    // The address matters in the bundle only.
    const address = async (one) => {
      await readFile(one);
      return one;
    };
    const { code, isData, value } = await moduleOf(path, options, address);
    const contents = isData ? dataCode(value) : code;
    return { contents, loader: isData ? 'js' : 'jsx', resolveDir: dirname(file) };
  } catch (error) {
    repairs.broken.set(file, { message: error.message, help: error.help, cause: error.cause });
    return replaced;
  }
}

/** Marks a file that cannot be read as broken. */
function fail(path, { message, help }, { repairs }) {
  repairs.broken.set(path, { message, help });
  return null;
}

/** Data as a module whose exports are the keys, as those of JSON are. */
function dataCode(value) {
  const required = `Object.defineProperty(module.exports, "${REQUIRED}", { value: module.exports });`;
  return `module.exports = ${JSON.stringify(value)};\n${typeof value === 'object' && value !== null ? required : ''}`;
}

async function loadFile(path, options) {
  const { uiDir, repairs } = options;
  if (repairs.broken.has(path)) return { contents: missingModuleCode(uiDir, path, 'commonjs'), resolveDir: uiDir };
  const names = repairs.lacking.get(path);
  if (!/\.[cm]?[jt]sx?$/.test(path) || (path.includes('node_modules') && !names)) return null;
  const isOurs = path.startsWith(uiDir + sep);
  const written = await readFile(path, 'utf8');
  const code = isOurs
    ? written
    : await withoutFlow(path, written, options).catch((error) => fail(path, error, options));
  if (code === null) return { contents: missingModuleCode(uiDir, path, 'commonjs'), resolveDir: uiDir };
  return {
    contents: `${isOurs ? code : withoutRequire(code)}\n${lackingExports(names, isOurs, uiDir)}`,
    loader: await scriptLoader(path, code),
  };
}

function entry({ file, code, path = ['default'] }) {
  if (code !== undefined) return code;
  const [first, ...rest] = path;
  return `import { ${first} as own } from ${JSON.stringify(file)};\nexport default own${rest.map((name) => `.${name}`).join('')};`;
}

async function judge(component, { at, metafile }, options) {
  const inputs = inputsOfEntry(at, metafile);
  const sources = [...(await factsOfFiles(inputs, options)), ...(await factsOfPart(component, options))];
  const asks = (isMeant) => sources.some(({ hooks }) => hooks.some(isMeant)) || undefined;
  const asksPage = asks((name) => PAGE_HOOKS.has(name));
  const asksSidebar = asks((name) => SIDEBAR_HOOKS.includes(name));
  const found = {
    ...component,
    asksPage,
    asksSidebar,
    ...(await interactivityOf(component, sources, inputs, options)),
  };
  remember(found, inputs, options);
  return found;
}

async function interactivityOf(component, sources, inputs, options) {
  const { interactive, isMisdeclared } = await options.factsOf(component.file);
  if (interactive !== undefined) return { interactive };
  // In a Docusaurus site the name may mean something else.
  if (isMisdeclared && !options.site.imported) await noteDeclaration(component.file, options.repairs);
  const reason = needsBrowser(sources, options) ?? (await mayThrow(component, inputs, options));
  return reason === null ? { interactive: false } : { interactive: true, reason };
}

/** Reports an invalid value of `export const interactive`. */
async function noteDeclaration(file, { noted }) {
  const source = await readFile(file, 'utf8');
  const found = /\bexport\s+const\s+interactive\b[^=;]*=\s*([^;\n]*)/d.exec(source);
  const before = source.slice(0, found?.indices?.[1][0] ?? found?.index ?? 0).split('\n');
  noted.set(`${file}#interactive`, {
    message: `\`interactive\` is \`${found?.[1].trim() ?? ''}\`, which is not a valid value`,
    help: "write `true`, `'on-use'` or `false`; until then the code of the component decides",
    file,
    line: before.length,
    column: before.at(-1).length + 1,
  });
}

/** The inputs of the entry `c{at}`, as esbuild names them. */
export function inputsOfEntry(at, metafile) {
  return inputsOf(outputOf(at, metafile), metafile);
}

/** The outputs of each `metafile` that have entries, by the numbers of these. */
const entryOutputs = new WeakMap();

function outputOf(at, metafile) {
  if (!entryOutputs.has(metafile)) {
    const numbered = Object.entries(metafile.outputs).map((one) => [ENTRY.exec(one[1].entryPoint ?? '')?.[1], one]);
    entryOutputs.set(metafile, new Map(numbered));
  }
  return entryOutputs.get(metafile).get(String(at));
}

const ENTRY = /^entry:(?:entry:)?(\d+)$/;

/** All files that go into an output, through the chunks it shares with others. */
function inputsOf([, output], metafile) {
  const files = new Set();
  const todo = [...Object.keys(output.inputs)];
  while (todo.length > 0) {
    const path = todo.pop();
    if (files.has(path) || !metafile.inputs[path]) continue;
    files.add(path);
    todo.push(...metafile.inputs[path].imports.map((one) => one.path));
  }
  return [...files].sort();
}

/** The facts of a component that is a tag of a Markdown file, as a list; empty for others. */
async function factsOfPart({ file, path: [name] = [] }, options) {
  if (!isPartName(name)) return [];
  const parts = await partsOf(blankFrontMatter(await markdownText(file, options)), options);
  return [{ path: file, ...(await codeFacts(parts.get(name) ?? '', 'tsx')) }];
}

/** The facts of the scripts and texts among files. */
async function factsOfFiles(files, { uiDir, factsOf }) {
  const sources = [];
  for (const named of files) {
    const path = named.replace(/^as-module:(?=.*\.mdx?$)/, '');
    if (
      !/\.(?:[jt]sx?|mjs|mdx?)$/.test(path) ||
      path.includes(':') ||
      /node_modules\/(?:react|react-dom|scheduler)\//.test(path)
    )
      continue;
    const full = resolve(path);
    // Our own are known: only these two wait for the browser.
    if (full.startsWith(uiDir + sep) && !/docusaurus\/(?:BrowserOnly|useIsBrowser)/.test(path)) continue;
    sources.push({ path, ...(await factsOf(full)) });
  }
  return sources;
}

/** The first sign that a component needs the browser: `useState in lib/x.tsx`; null when there is none. */
function needsBrowser(sources, { tree }) {
  const own = new Set(sources.flatMap(({ ownHooks }) => ownHooks));
  for (const { path, hooks, handlers, methods, questions } of sources) {
    const hook = hooks.find((name) => !QUIET_HOOKS.has(name) && !own.has(name));
    const sign = hook ?? handlers[0] ?? methods[0] ?? questions[0];
    if (sign) return `\`${sign}\` in ${inTree(path, tree)}`;
  }
  return null;
}

/** One of a Docusaurus tree that throws errors of its own, or imports what does: readers see them there, in the browser. */
async function mayThrow({ path: member }, files, { uiDir, tree, factsOf }) {
  if (member === undefined) return null;
  for (const path of files) {
    const full = resolve(path);
    if (!/\.(?:[jt]sx?|mdx?)$/.test(path) || /:|node_modules/.test(path) || full.startsWith(uiDir + sep)) continue;
    if ((await factsOf(full)).throws) return `\`throw\` in ${inTree(path, tree)}`;
  }
  return null;
}
