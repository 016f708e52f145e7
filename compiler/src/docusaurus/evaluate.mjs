// Evaluates a Docusaurus site's configuration and its sidebars to plain data; run by `evaluate.rs` in a process of its
// own. In: `{site, config, ui, esbuild, out, calls}` as JSON in the file that the last argument names. Out: the file `out`.
// With `calls`, functions of the configuration are called instead (`evaluate/calls.mjs`); with `plugins`, its Markdown
// plugins are loaded (`evaluate/plugins.mjs`). What the configuration prints goes wherever standard output leads, never
// into `out`.
//
// Packages of npm are seldom installed where a site is bound, and a configuration only names them: each is a stand-in
// that can be read, called and made, and remembers its name. The site's own files are loaded as Docusaurus loads them:
// modules of both kinds, TypeScript and JSX, in any mixture.
import fs from 'node:fs';
import nodeModule, { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { workerData } from 'node:worker_threads';

const request = JSON.parse(fs.readFileSync(process.argv.at(-1), 'utf8'));
const { site, config, ui, esbuild: esbuildPath, out, calls, plugins } = request;
const esbuild = createRequire(import.meta.url)(esbuildPath);
const { workspaceFile } = await import(pathToFileURL(path.join(ui, 'bundler/resolve/workspaces.mjs')).href);
const { readFileSync, writeFileSync, existsSync, statSync, realpathSync } = fs;
// Its service starts before the environment is watched: it looks at all of it.
esbuild.transformSync('');

const LOADERS = { js: 'jsx', cjs: 'jsx', mjs: 'jsx', jsx: 'jsx', ts: 'ts', cts: 'ts', mts: 'ts', tsx: 'tsx' };
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];
/** Packages that are plain tools and are used when they are installed; all others say something by their name. */
const NAMED =
  /^(@docusaurus|prism-react-renderer|remark|rehype|@mdx-js|docusaurus|@easyops-cn|@cmfcmf|@?tailwindcss|postcss|autoprefixer)/;
const STAND_IN = Symbol('stand-in');
/** Of what a call of a stand-in returned: the arguments. */
const ARGUMENTS = Symbol('arguments');
/** Packages that Markdown plugins are, or work with. */
const OF_PLUGINS = /^(?:remark|rehype|@docusaurus\/(?:utils|logger))/;
/** What is used in place of packages that are not installed and whose results a configuration needs. */
const SUBSTITUTES = {
  'fs-extra': fileSystem,
  'graceful-fs': fileSystem,
  '@docusaurus/utils': docusaurusUtils,
  'gray-matter': () => separateFrontMatter,
  'reading-time': () => (content) => ({ minutes: readingTime({ content, options: {} }) }),
  zod: unchecked,
  // It chooses between what its makers and what others see.
  'docusaurus-plugin-internaldocs-fb/internal': () => ({
    isInternal: () => false,
    fbContent: ({ external }) => (typeof external === 'function' ? external() : external),
  }),
};
/** Modules that only `import()` loads, by their files; those that are still to be loaded are null. */
const imported = new Map();
/** Packages that are there and cannot be loaded, with the reason. */
const broken = new Map();

/** What the outcome depends on. */
const files = new Set();
const environment = {};
/** What was left out, by message: `{message, file, line, column}`, and `help` where nothing but the look is lost. */
const warnings = new Map();
/** The variables that are set here, again each time. */
const ownVariables = new Set(['NODE_ENV', 'BINDERY_PROCESS_TREE']);
let loaded = new Map();
let isLenient = false;
/** The Markdown plugin that runs. */
let running = null;
/** The names of the Markdown plugins, each once. */
let pluginNames;

watchFiles();
watchEnvironment();
setClock();

function watchFiles() {
  const note = (file) => typeof file === 'string' && !file.includes('node_modules') && files.add(path.resolve(file));
  for (const [owner, name] of [
    [fs, 'readFileSync'],
    [fs, 'readdirSync'],
    [fs, 'existsSync'],
    [fs, 'readFile'],
    [fs.promises, 'readFile'],
    [fs.promises, 'readdir'],
  ]) {
    const original = owner[name];
    owner[name] = function (file, ...rest) {
      note(file);
      return original.call(this, file, ...rest);
    };
  }
}

function watchEnvironment() {
  const real = process.env;
  const note = (key) => {
    if (typeof key === 'string' && !ownVariables.has(key)) environment[key] = real[key] ?? null;
  };
  // As `docusaurus build` does.
  real.NODE_ENV = 'production';
  process.env = new Proxy(real, {
    get(target, key) {
      note(key);
      return target[key];
    },
    has(target, key) {
      note(key);
      return key in target;
    },
  });
}

/** `SOURCE_DATE_EPOCH` asks for reproducible builds: it is now then. */
function setClock() {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  if (!process.env.SOURCE_DATE_EPOCH || !Number.isFinite(seconds)) return;
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [seconds * 1000] : parts));
    }
    static now() {
      return seconds * 1000;
    }
  };
}

/** Something of a package that is not here: whatever is asked of it is another such thing. */
function standIn(name, member = '', called = undefined) {
  const next = (path, values) => {
    refuseToPlugins(name);
    return standIn(name, path, values);
  };
  const get = (self, key) => {
    if (key === STAND_IN) return { $package: name, $member: member };
    if (key === ARGUMENTS) return called;
    if (key === '__esModule') return true;
    if (key === 'default' && member === '') return self;
    if (key === 'then' || key === 'toJSON') return undefined;
    if (key === Symbol.toPrimitive || key === 'toString') return () => '';
    if (key === Symbol.iterator) return function* () {};
    return typeof key === 'symbol' ? undefined : next(member ? `${member}.${key}` : key);
  };
  // biome-ignore lint/complexity/useArrowFunction: an arrow function has no `construct`, and `new` may be asked of the proxy.
  const proxy = new Proxy(function () {}, {
    get: (target, key) => (key === 'prototype' ? target.prototype : get(proxy, key)),
    has: () => true,
    apply: (_target, _self, values) => next(`${member}()`, values),
    construct: (_target, values) => next(`${member}()`, values),
    // esbuild copies a module's own names onto an object that has this prototype.
    getPrototypeOf: () => new Proxy({}, { get: (_, key) => get(proxy, key), getPrototypeOf: () => null }),
  });
  return proxy;
}

/** A Markdown plugin that runs and uses a stand-in needs the package: a page must not show what it makes of nothing. */
function refuseToPlugins(name) {
  if (running === null || name === '@docusaurus/logger') return;
  const reason = broken.has(name) ? `cannot be loaded: ${broken.get(name)}` : 'is not installed';
  throw Object.assign(new Error(`\`${name}\` ${reason}`), { binderyMissing: name });
}

/** Loads what `request` means in the file `from`. */
function load(request, from) {
  const builtin = request.replace(/^node:/, '');
  if (builtin === 'module') return ownModule;
  if (builtinModules.includes(builtin)) return createRequire(from)(request);
  const file = fileOf(request, from);
  return file === null ? loadPackage(request, from) : loadFile(file, request);
}

/** Node's `module`, whose `createRequire` gives the `require` of this file: it has stand-ins for missing packages. */
const ownModule = {
  ...nodeModule,
  createRequire: (from) => requireOf(/^file:/.test(String(from)) ? fileURLToPath(from) : String(from)),
};

/** The path of a file of the site; null for packages. */
function fileOf(request, from) {
  if (request.startsWith('@site/')) return path.join(site, request.slice('@site/'.length));
  if (/^\.\.?(\/|$)/.test(request)) return path.resolve(path.dirname(from), request);
  return path.isAbsolute(request) ? request : null;
}

/** The outcome depends on which packages are installed: `npm ci` installs a missing one. */
function noteInstalledPackages(from) {
  let folder = path.dirname(from);
  for (;;) {
    files.add(path.join(folder, 'node_modules'));
    files.add(path.join(folder, 'node_modules/.package-lock.json'));
    const above = path.dirname(folder);
    if (above === folder) return;
    folder = above;
  }
}

function loadPackage(request, from) {
  if (!NAMED.test(request) || (plugins && OF_PLUGINS.test(request))) {
    noteInstalledPackages(from);
    const installed = plugins ? loadForPlugins(request, from) : loadInstalled(request, from);
    const found = installed ?? loadOfRepository(request);
    if (found !== undefined) return found;
  }
  return Object.hasOwn(SUBSTITUTES, request) ? SUBSTITUTES[request]() : standIn(request);
}

/** A package; undefined where it is not installed, or cannot be loaded this way. */
function loadInstalled(request, from) {
  try {
    return createRequire(from)(request);
  } catch {
    return undefined;
  }
}

function loadFile(file, request) {
  const found = findFile(file);
  if (found === null) {
    files.add(file);
    if (isLenient && file !== config) {
      warn({ message: `\`${relative(file)}\` is not there` });
      return standIn(request);
    }
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
  }
  if (!loaded.has(found)) {
    const module = { exports: {}, id: found, filename: found, loaded: false, children: [], paths: [] };
    loaded.set(found, module);
    try {
      run(module, found);
    } catch (error) {
      if (!isLenient || found === config) {
        loaded.delete(found);
        throw error;
      }
      const place = describe(error);
      warn({ ...place, message: `\`${relative(found)}\` cannot be loaded: ${place.message}` });
      module.exports = standIn(`./${relative(found)}`);
    }
    if (isLenient && found !== config) module.exports = forgivingExports(module.exports, found);
    module.loaded = true;
  }
  return loaded.get(found).exports;
}

function findFile(file) {
  const isFile = (candidate) => existsSync(candidate) && statSync(candidate).isFile();
  const written = file.replace(/\.([cm]?)jsx?$/, '.$1ts');
  const candidates = [
    ...ENDINGS.map((ending) => file + ending),
    ...mainOf(file),
    ...ENDINGS.slice(1).map((ending) => path.join(file, `index${ending}`)),
    // A TypeScript file may name its neighbour as it will be called once compiled.
    ...(written === file ? [] : [written, `${written}x`]),
  ];
  return candidates.find(isFile) ?? null;
}

/** The module that the `package.json` of a folder names. */
function mainOf(folder) {
  const manifest = path.join(folder, 'package.json');
  const main = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).main;
  return typeof main === 'string' ? ['', '.js', '/index.js'].map((end) => path.join(folder, main) + end) : [];
}

function run(module, file) {
  files.add(file);
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const extension = path.extname(file).slice(1);
  if (extension === 'json') {
    module.exports = parseJson(text, file);
    return;
  }
  if (!LOADERS[extension]) {
    module.exports = standIn(`@site/${relative(file)}`);
    return;
  }
  const { code } = transformed(text, file);
  const names = ['exports', 'require', 'module', '__filename', '__dirname', '__meta'];
  // In a block the file may declare these names itself, as modules do: `const __dirname = …`.
  const body = vm.compileFunction(`{${code}\n}`, names, { filename: file });
  const meta = { url: new URL(`file://${file}`).href, dirname: path.dirname(file), filename: file };
  body.call(module.exports, module.exports, requireOf(file), module, file, path.dirname(file), meta);
}

/** A script as a module that `require` loads. */
function transformed(text, file, sourcemap = false) {
  return esbuild.transformSync(text, {
    loader: LOADERS[path.extname(file).slice(1)],
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap,
    // By the name `.mjs` esbuild would take all it imports for modules of the other kind.
    sourcefile: file.replace(/\.m([jt]s)$/, '.$1'),
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': '__meta.url',
      'import.meta.dirname': '__meta.dirname',
      'import.meta.filename': '__meta.filename',
      'import.meta.resolve': 'require.resolve',
    },
    logLevel: 'silent',
  });
}

function requireOf(from) {
  const require = (request) => load(request, from);
  require.resolve = (request) => {
    const file = fileOf(request, from) ?? workspaceFile(request, site);
    if (file === null) return request;
    files.add(file);
    return findFile(file) ?? file;
  };
  require.cache = {};
  return require;
}

/** What a module is worth: its default export, or all of it. */
function worth(exports) {
  const isModule = exports !== null && typeof exports === 'object' && 'default' in exports;
  return isModule ? exports.default : exports;
}

function relative(file) {
  return path.relative(site, file).split(path.sep).join('/');
}

/** The sidebars of all documents: the values of `sidebarPath`, in all options. */
function sidebarPaths(value, found = new Set(), depth = 0) {
  if (value === null || typeof value !== 'object' || depth > 8) return found;
  for (const [key, item] of Object.entries(value)) {
    if (key === 'sidebarPath' && typeof item === 'string') found.add(item);
    else sidebarPaths(item, found, depth + 1);
  }
  return found;
}

/** The configuration itself, as Docusaurus reads it for the default locale: a first time to learn its name. */
async function loadConfig() {
  const read = async () => {
    const value = worth(loadFile(config, config));
    return typeof value === 'function' ? value() : value;
  };
  const value = await read();
  const name = 'DOCUSAURUS_CURRENT_LOCALE';
  if (environment[name] !== null) return value;
  process.env[name] = value?.i18n?.defaultLocale ?? 'en';
  // What is read now is not the environment's.
  ownVariables.add(name);
  loaded = new Map();
  return read();
}

async function evaluate() {
  const root = await loadConfig();
  const data = plain(root);
  const sidebars = {};
  for (const name of sidebarPaths([data.presets, data.plugins])) {
    const file = path.resolve(site, name.replace(/^@site\//, ''));
    const value = await forgiving(async () => ordered(plain(await worth(loadFile(file, name)))));
    sidebars[name] = { file: relative(file), ...value };
  }
  const aliases = plain({ ...(await themeFiles(root)), ...(await webpackAliases(root)) });
  const postCss = await postCssPlugins(root);
  return { config: data, locales: locales(data.i18n), sidebars, aliases, postCss };
}

/** `{value}`, or `{error}`. Files that some script makes are often missing: stand-ins serve for them at a second try. */
async function forgiving(make) {
  try {
    return { value: await make() };
  } catch (error) {
    isLenient = true;
    loaded = new Map();
    try {
      return { value: await make() };
    } catch {
      return { error: describe(error) };
    } finally {
      isLenient = false;
    }
  }
}

if (plugins) {
  await serveMarkdownPlugins();
} else {
  const { value, error } = await forgiving(calls ? callFunctions : evaluate);
  const answer = { ...value, error, warnings: [...warnings.values()], files: [...files].sort(), environment };
  writeFileSync(out, JSON.stringify(answer));
  process.exit(0);
}
