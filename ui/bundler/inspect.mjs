/**
 * Tries each of the site's components alone, before they are bundled together: what does not bundle, has no default
 * export or throws when it is loaded is left out, and the rest of the site still builds.
 *
 * It also finds which components need the browser: those that use a hook other than `useMemo`, `useId` and `useContext`,
 * or a handler, or ask whether there is a window, themselves or in what they import of the site's own or of packages.
 */

import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, kindOf, ownFile, siteModule, svgModule, withoutRequire } from './modules.mjs';
import { classNames } from './styles.mjs';

const QUIET_HOOKS = new Set([
  'useMemo',
  'useId',
  'useContext',
  'useDocusaurusContext',
  'useBaseUrl',
  'useBaseUrlUtils',
  'useThemeConfig',
]);
const MARK = /^export const interactive\s*(?::[^=]+)?=\s*(true|false)\b/m;

/** The components with the result: `error`, or `interactive` and `reason` if the module does not declare `interactive`. */
export async function inspect(components, options) {
  if (components.length === 0) return [];
  const folder = join(options.outDir, 'inspect');
  await mkdir(folder, { recursive: true });
  try {
    const together = await tryBuild(components, folder, options);
    if (together.result)
      return await Promise.all(components.map((one, at) => judge(one, at, together.result, folder, options)));
    const found = [];
    for (const [at, one] of components.entries()) {
      const alone = await tryBuild([one], join(folder, String(at)), options);
      found.push(
        alone.result
          ? await judge(one, 0, alone.result, join(folder, String(at)), options)
          : { ...one, interactive: false, error: alone.error },
      );
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryBuild(components, outdir, options) {
  try {
    const result = await build({
      entryPoints: components.map((_, at) => ({ in: `entry:${at}`, out: `c${at}` })),
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      jsx: 'automatic',
      metafile: true,
      logLevel: 'silent',
      // As in the bundle: a package that the site itself has not installed may be one of ours.
      nodePaths: [join(options.uiDir, 'node_modules')],
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.js': 'jsx' },
      banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
      plugins: [siteModules(components, options)],
    });
    return { result };
  } catch (error) {
    return { error: errorOf(error, options) };
  }
}

function errorOf(error, { tree }) {
  const first = error.errors?.[0];
  if (!first) return { message: error.message };
  const { file, line, column } = first.location ?? {};
  const path = file?.replace(/^\w[\w-]*:/, '');
  return {
    message: first.text,
    file: path && !path.startsWith('entry') ? inTree(path, tree) : undefined,
    line,
    column: column === undefined ? undefined : column + 1,
  };
}

/** A path relative to the tree, with forward slashes. */
function inTree(path, tree) {
  return relative(tree, join(process.cwd(), path)).split(sep).join('/');
}

function siteModules(components, options) {
  const { uiDir, site } = options;
  const fromUi = createRequire(join(uiDir, 'package.json'));
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
      own.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || path.startsWith('node:')) return null;
        const file = ownFile(path, importer, options);
        if (file) return path.includes('raw-loader') ? { path: file, namespace: 'raw' } : { path: file };
        if (/^react(-dom)?(\/|$)/.test(path)) return { path: fromUi.resolve(path) };
        return null;
      });
      own.onLoad({ filter: /.*/, namespace: 'raw' }, async ({ path }) => ({
        contents: await readFile(path, 'utf8'),
        loader: 'text',
      }));
      own.onLoad({ filter: /\.(svg|css|png|jpe?g|gif|webp|avif|ico|bmp)$/i }, ({ path }) => readAsset(path));
      own.onLoad({ filter: /\.mdx?$/ }, async ({ path }) => ({
        contents: withoutRequire(codeOf(await readFile(path, 'utf8'))),
        loader: 'tsx',
      }));
      own.onLoad({ filter: /\.[jt]sx?$/ }, async ({ path }) => {
        if (path.includes('node_modules')) return null;
        const code = await readFile(path, 'utf8');
        return {
          contents: withoutRequire(code),
          loader: path.endsWith('.js') ? 'jsx' : path.slice(path.lastIndexOf('.') + 1),
        };
      });
    },
  };
}

async function readAsset(path) {
  switch (kindOf(path)) {
    case 'svg':
      return { contents: svgModule(await readFile(path, 'utf8')), loader: 'jsx', resolveDir: join(path, '..') };
    case 'css-module':
      return { contents: JSON.stringify((await classNames(path)).names), loader: 'json' };
    case 'style':
      return { contents: '', loader: 'js' };
    default:
      await readFile(path);
      return { contents: JSON.stringify(path), loader: 'json' };
  }
}

function entry({ file, path = ['default'] }) {
  const [first, ...rest] = path;
  return `import { ${first} as own } from ${JSON.stringify(file)};\nexport default own${rest.map((name) => `.${name}`).join('')};`;
}

async function judge(component, at, { metafile }, folder, options) {
  const output = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === `entry:entry:${at}` || entryPoint === `entry:${at}`,
  );
  try {
    const module = await import(pathToFileURL(join(folder, `c${at}.mjs`)).href);
    if (!isComponent(module.default)) {
      return {
        ...component,
        interactive: false,
        error: {
          message: 'what it exports is no component',
          file: inTree(relative(process.cwd(), component.file), options.tree),
        },
      };
    }
  } catch (error) {
    const message = `it throws when it is loaded: ${error instanceof Error ? error.message : String(error)}`;
    return {
      ...component,
      interactive: false,
      error: { message, file: inTree(relative(process.cwd(), component.file), options.tree) },
    };
  }
  const mark = MARK.exec(await readFile(component.file, 'utf8'))?.[1];
  if (mark !== undefined) return { ...component, interactive: mark === 'true' };
  const reason =
    (await needsBrowser(inputsOf(output, metafile), options)) ??
    (await mayThrow(component, inputsOf(output, metafile), options));
  return reason === null ? { ...component, interactive: false } : { ...component, interactive: true, reason };
}

function isComponent(value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

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

/** The first sign that a component needs the browser: `useState in lib/x.tsx`; null when there is none. */
async function needsBrowser(files, { uiDir, tree }) {
  const sources = [];
  for (const path of files) {
    if (
      !/\.(?:[jt]sx?|mjs|mdx?)$/.test(path) ||
      path.includes(':') ||
      /node_modules\/(?:react|react-dom|scheduler)\//.test(path)
    )
      continue;
    const full = join(process.cwd(), path);
    // Our own are known: only these two wait for the browser.
    if (full.startsWith(uiDir + sep) && !/docusaurus\/(?:BrowserOnly|useIsBrowser)/.test(path)) continue;
    sources.push({ path, code: await codeIn(full) });
  }
  const defined = new Set(
    sources.flatMap(({ code }) =>
      [...code.matchAll(/\b(?:function|const|let|var)\s+(use[A-Z]\w*)/g)].map(([, name]) => name),
    ),
  );
  for (const { path, code } of sources) {
    const hook = [...code.matchAll(/\b(use[A-Z]\w*)\s*(?:<[^<>(]*>)?\(/g)]
      .map(([, name]) => name)
      .find((name) => !QUIET_HOOKS.has(name) && !defined.has(name));
    const handler = /\s(on[A-Z]\w*)=\{/.exec(code)?.[1];
    const method = /\b(componentDidMount|componentDidUpdate|setState)\b/.exec(code)?.[1];
    const question = /\b(typeof (?:window|document|navigator)|canUseDOM)\b/.exec(code)?.[1];
    const sign = hook ?? handler ?? method ?? question;
    if (sign) return `\`${sign}\` in ${inTree(path, tree)}`;
  }
  return null;
}

/** One of a Docusaurus tree that throws errors of its own, or imports what does: readers see them there, in the browser. */
async function mayThrow({ path: member }, files, { uiDir, tree }) {
  if (member === undefined) return null;
  for (const path of files) {
    const full = join(process.cwd(), path);
    if (!/\.(?:[jt]sx?|mdx?)$/.test(path) || /:|node_modules/.test(path) || full.startsWith(uiDir + sep)) continue;
    if (/\bthrow\b/.test(await codeIn(full))) return `\`throw\` in ${inTree(path, tree)}`;
  }
  return null;
}

async function codeIn(file) {
  const text = await readFile(file, 'utf8');
  return withoutText(/\.mdx?$/.test(file) ? codeOf(text) : text);
}

/** Code without comments and the text of strings. */
function withoutText(code) {
  return code.replace(/\/\*[\s\S]*?\*\/|(?<![:\\'"`])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, (text) =>
    text[0] === '/' ? ' ' : text[0] + text[0],
  );
}
