/** Bundles style sheets, and names them and what they refer to by content. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { build, transform } from 'esbuild';
import { namesAtRoot, scopeSheet, withOwnNames } from './customCss.mjs';
import { kindOf, ownFile } from '../modules.mjs';
import { withPostCss } from './postCss.mjs';
import { compileSass } from './sass.mjs';
import { installed } from '../assetModules.mjs';

const IMPORT = /^\s*import\s+(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** The font of the text, which each page shows at once. The formulas' font comes with the first formula. */
const PRELOADED = /\/source-sans-/;

/**
 * The shell's sheet is on every page, with the site's global sheets behind it. The site's components share one sheet:
 * where one of them is used, a document has both in one file, so that it asks for one sheet only. Ours are styled by the
 * shell's.
 */
export async function bundleStyles(options) {
  const { uiDir, components, memory } = options;
  const sheets = new Map();
  for (const { name, file, error } of components)
    sheets.set(name, error || file.startsWith(join(uiDir, 'src')) ? [] : await knownSheetsOf(file, options));
  const key = JSON.stringify([...sheets]);
  const known = memory?.result('styles', key);
  if (known !== undefined) return known;
  const inputs = new Set();
  const found = await bundleSheets({ ...options, inputs }, sheets);
  // What a sheet in SCSS imports is not known here.
  if (![...inputs].some((file) => /\.s[ac]ss$/.test(file))) memory?.rememberResult('styles', key, inputs, found);
  return found;
}

async function bundleSheets(given, sheetsByName) {
  const { uiDir, customCss = [], minify, site } = given;
  const options = {
    ...given,
    /** The custom properties that the site's sheets declare for the whole document, known once each sheet was tried. */
    atRoot: new Set(),
    tokens: site?.imported ? tokensOf(uiDir) : new Set(),
    /** The trials by file: components share their sheets. */
    tried: new Map(),
    /** What PostCSS made of sheets, by file. */
    processed: new Map(),
  };
  const licence = await fontLicence(join(uiDir, 'src/styles/font'));
  const note = `/* Fonts: SIL Open Font License 1.1, see ${basename(licence.path)} */\n`;
  const global = await usable(customCss, options);
  const ofShell = [join(uiDir, 'src/styles/index.css'), ...global.map((path) => path + SCOPED)];
  const used = new Map();
  for (const [name, own] of sheetsByName) used.set(name, await usable(own, options));
  const shell = await bundleSheet('shell', ofShell, minify, options, note);
  const sheets = [...new Set([...used.values()].flat())].sort();
  const content = sheets.length > 0 ? await bundleSheet('content', sheets, minify, options) : null;
  const both = content && (await bundleSheet('both', [...ofShell, ...sheets], minify, options, note));
  const plain = global.length > 0 ? await bundleSheet('shell', ofShell.slice(0, 1), minify, options, note) : shell;
  const files = [licence, ...shell.files, ...(content?.files ?? []), ...(both?.files ?? [])];
  return {
    /** What sites without components and sheets of their own need. */
    plain: { shell: [plain.path], fonts: preloaded(plain), files: [licence, ...plain.files] },
    shell: [shell.path],
    both: both && { path: both.path, holds: [shell.path, content.path] },
    fonts: preloaded(shell),
    components: Object.fromEntries([...used].map(([name, own]) => [name, own.length > 0 ? [content.path] : []])),
    files: [...new Map(files.map((file) => [file.path, file])).values()],
  };
}

function preloaded({ files }) {
  return files.map(({ path }) => path).filter((path) => PRELOADED.test(path));
}

/** Marks a sheet whose rules hold inside articles only. */
const SCOPED = '?scoped';

/** The sheets that can be read, each tried alone; the others are noted as broken. */
async function usable(sheets, options) {
  const { tried } = options;
  const found = [];
  for (const file of [...new Set(sheets)]) {
    if (options.repairs.broken.has(file)) continue;
    if (!tried.has(file))
      tried.set(
        file,
        bundleSheet('trial', [file], false, options).catch((error) => ({ error })),
      );
    const { error } = await tried.get(file);
    if (error === undefined) found.push(file);
    else noteBroken(file, error, options.repairs);
  }
  return found;
}

function noteBroken(file, error, { broken }) {
  const [first] = error.errors ?? [];
  const cause = first?.detail?.cause ?? error.cause;
  const { line, column } = first?.location ?? {};
  broken.set(file, {
    message: first?.text ?? error.message,
    help: first?.detail?.help ?? error.help,
    line,
    column,
    cause,
  });
}

/** The fonts' licence asks to go with them: the texts of all, as one file beside them. */
async function fontLicence(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const bytes = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n\n');
  return { path: `assets/font-licence-${hash(bytes)}.txt`, bytes };
}

/** The sheets of a component, which a session of the bundler remembers until one of its scripts changes. */
async function knownSheetsOf(file, options) {
  const name = `sheets of ${file}`;
  const known = options.memory?.result(name, '');
  if (known !== undefined) return known;
  const scripts = new Set();
  const found = await sheetsOf(file, options, scripts);
  options.memory?.rememberResult(name, '', scripts, found);
  return found;
}

/** Sheets that a component imports, itself or through files that it imports, which are added to `seen`. */
async function sheetsOf(file, options, seen) {
  if (seen.has(file) || file.startsWith(options.uiDir)) return [];
  seen.add(file);
  const source = await readFile(file, 'utf8');
  const found = [];
  for (const [, id] of source.matchAll(IMPORT)) {
    const target = ownFile(id, file, options);
    if (target === null) continue;
    const kind = kindOf(target);
    if (kind === 'style' || kind === 'css-module') found.push(target);
    else if (/\.[jt]sx?$/.test(target)) found.push(...(await sheetsOf(target, options, seen)));
  }
  return found;
}

/** Leaves addresses in sheets as they are written: the sheet is bundled once more, with its files. */
const WRITTEN_URLS = {
  name: 'written-urls',
  setup(own) {
    own.onResolve({ filter: /.*/ }, ({ path, kind }) => (kind === 'url-token' ? { path, external: true } : null));
  },
};

/** A CSS module: its sheet with names of its own, and these by the names written. */
export async function classNames(file, options) {
  const source = await sheetText(file, options);
  const { outputFiles } = await build({
    stdin: { contents: `export { default } from ${JSON.stringify(file)};`, resolveDir: dirname(file) },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    tsconfigRaw: {},
    loader: { '.module.css': 'local-css', '.css': 'local-css' },
    plugins: [
      WRITTEN_URLS,
      sheetFiles(options, async (path) => ({ contents: await sheetText(path, options), loader: 'local-css' })),
    ],
    logLevel: 'silent',
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  const end = `_${hash(source)}`.slice(0, 7);
  const list = /\{[\s\S]*?\}/.exec(script)?.[0] ?? '{}';
  const names = {};
  for (const [, name, local] of list.matchAll(/["']?([\w-]+)["']?:\s*"([^"]*)"/g)) {
    names[name] = local
      .split(' ')
      .map((one) => one + end)
      .join(' ');
  }
  const locals = [...new Set(Object.values(names).flatMap((name) => name.split(' ')))].map((name) =>
    name.slice(0, -end.length),
  );
  let css = outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? '';
  for (const local of locals) css = css.replaceAll(new RegExp(`(?<![\\w-])${local}(?![\\w-])`, 'g'), local + end);
  for (const [name, local] of Object.entries(names)) names[camelCase(name)] ??= local;
  return { css, names };
}

/** `hero-banner` can be asked for as `heroBanner`. */
function camelCase(name) {
  return name.replace(/-+(\w)/g, (_, letter) => letter.toUpperCase());
}

/** A sheet as CSS. */
async function sheetText(file, options) {
  if (!/\.(?:css|s[ac]ss)$/.test(file)) throw new Error('only CSS and SCSS are read');
  return file.endsWith('.css') ? readFile(file, 'utf8') : compileSass(file, options);
}

/** A sheet with the names that its custom properties have beside ours; those at the root are noted. */
function renamed(css, file, { uiDir, tokens, atRoot }) {
  if (file.startsWith(uiDir + sep)) return css;
  for (const name of namesAtRoot(css)) if (tokens.has(name)) atRoot.add(name);
  return withOwnNames(css, atRoot);
}

/** The custom properties of our sheets. */
function tokensOf(uiDir) {
  const folder = join(uiDir, 'src/styles');
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const text = sheets.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return new Set([...text.matchAll(/(?<![\w-])--([a-z][\w-]*)(?=\s*:)/g)].map(([, name]) => name));
}

/** Files that sheets refer to. */
const FILES = ['.woff2', '.woff', '.ttf', '.otf', '.eot', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif'];

/**
 * How sheets and what they refer to are found. An absolute path is one of the site's static files, which is served as it
 * is, else that of a file from the site's folder on, as with Docusaurus. The policy refuses sheets and files of other hosts, so the former are left out.
 */
function sheetFiles(options, load) {
  const { tree, site } = options;
  return {
    name: 'bindery-sheets',
    setup(own) {
      own.onResolve({ filter: /\?scoped$/ }, ({ path }) => ({ path: path.slice(0, -SCOPED.length), suffix: SCOPED }));
      own.onResolve({ filter: /^(?:https?:)?\/\// }, ({ path, kind }) =>
        kind === 'import-rule' ? { path, namespace: 'elsewhere' } : { path, external: true },
      );
      own.onLoad({ filter: /.*/, namespace: 'elsewhere' }, () => ({ contents: '', loader: 'css' }));
      own.onResolve({ filter: /^(?:~|@site\/|\/)/ }, ({ path: written, kind, importer }) => {
        const name = written.replace(/^~/, '');
        // webpack takes the sign off, which leaves an absolute path.
        const path = name.startsWith('/') ? name : written;
        const isUrl = kind === 'url-token';
        const suffix = isUrl ? path.slice(fileOf(path).length) : '';
        const bare = name.slice(0, name.length - suffix.length);
        const file = name.startsWith('@site/')
          ? join(tree, bare.slice(6))
          : path.startsWith('~') && (installed(bare, tree) ?? join(tree, 'node_modules', bare));
        if (file && !existsSync(file))
          return isUrl ? withoutFile(path, importer, options) : withoutSheet(name, importer, options);
        if (file) return { path: file, suffix };
        const inSite = isUrl && !existsSync(join(tree, 'static', fileOf(path))) ? join(tree, path) : null;
        if (inSite !== null && existsSync(fileOf(inSite))) return { path: fileOf(inSite), suffix };
        return isUrl && !existsSync(path) ? { path: site.baseUrl + path.slice(1), external: true } : null;
      });
      own.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (!/^(?:url-token|import-rule)$/.test(kind) || pluginData === 'asked' || /^(?:data:|about:|#)/.test(path))
          return null;
        const { errors } = await own.resolve(path, { kind, importer, resolveDir, pluginData: 'asked' });
        if (errors.length === 0) return null;
        if (kind === 'url-token') return withoutFile(path, importer, options);
        const named = ownFile(path, importer.split('?')[0], options);
        return named === null ? withoutSheet(path, importer, options) : { path: named };
      });
      own.onLoad({ filter: /\.(?:css|s[ac]ss)$/ }, async (args) => {
        try {
          return { resolveDir: dirname(args.path), ...(await load(args.path, args.suffix)) };
        } catch ({ message, help, cause }) {
          return { errors: [{ text: message, detail: { help, cause } }] };
        }
      });
    },
  };
}

/** A sheet that imports a missing one, or one of a package that is not installed, keeps all else. */
function withoutSheet(path, importer, options) {
  const isFile = /^[./]|^@site\//.test(path) || /^[^/]+\.\w+$/.test(path);
  if (isFile) withoutFile(path, importer, options);
  else if (!options.repairs.missing.has(path)) options.repairs.missing.set(path, { importer: importer.split('?')[0] });
  return { path, namespace: 'elsewhere' };
}

/** The path of an address without its query and fragment. */
function fileOf(path) {
  return path.replace(/[?#].*$/, '');
}

/** A sheet that refers to a missing file loses what the file would show, as with the invalid address that CSS defines. */
function withoutFile(path, importer, { repairs }) {
  const file = importer.split('?')[0];
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.slice(0, Math.max(text.indexOf(path), 0)).split('\n');
  repairs.noted.set(`${file}?${path}`, {
    message: `there is no file \`${path}\`, so what the style sheet shows with it is missing`,
    help: 'correct the path, or remove the declaration',
    file,
    line: lines.length,
    column: lines.at(-1).length + 1,
  });
  return { path: 'about:invalid', external: true };
}

async function bundleSheet(name, sheets, minify, options, note = '') {
  const load = async (path, suffix) => {
    const isModule = /\.module\.\w+$/.test(path);
    const written = isModule ? (await classNames(path, options)).css : await sheetText(path, options);
    const css = renamed(await withPostCss(written, path, options), path, options);
    return { contents: suffix === SCOPED ? scopeSheet(css) : css, loader: 'css' };
  };
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: sheets.map((sheet) => `@import ${JSON.stringify(sheet)};`).join('\n'),
      loader: 'css',
      resolveDir: dirname(sheets[0]),
    },
    outdir: '/',
    bundle: true,
    write: false,
    minify,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    tsconfigRaw: {},
    loader: Object.fromEntries(FILES.map((end) => [end, 'file'])),
    plugins: [sheetFiles(options, load)],
    assetNames: '[name]-[hash]',
    metafile: true,
    logLevel: 'silent',
  });
  for (const input of Object.keys(metafile.inputs)) options.inputs.add(resolve(input.split('?')[0]));
  const css = outputFiles.find(({ path }) => path.endsWith('.css'));
  const bytes = note + css.text;
  const path = `assets/${name}-${hash(bytes)}.css`;
  const rest = outputFiles.filter((file) => file !== css);
  return {
    path,
    files: [{ path, bytes }, ...rest.map((file) => ({ path: `assets/${basename(file.path)}`, bytes: file.contents }))],
  };
}

export async function minifyScript(source) {
  const { code } = await transform(source, { minify: true, target: 'es2018' });
  return code.trim().replace(/;$/, '');
}

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}
