/** Bundles style sheets, and names them and what they refer to by content. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import { kindOf, ownFile } from './modules.mjs';

const IMPORT = /^\s*import\s+(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** The font of the text, which each page shows at once. The formulas' font comes with the first formula. */
const PRELOADED = /\/source-sans-/;

/**
 * The shell's sheet is on every page. The site's components share one sheet: where one of them is used, a document has
 * both in one file, so that it asks for one sheet only. Ours are styled by the shell's.
 */
export async function bundleStyles({ uiDir, tree, components, minify }) {
  const licence = await fontLicence(join(uiDir, 'src/styles/font'));
  const note = `/* Fonts: SIL Open Font License 1.1, see ${basename(licence.path)} */\n`;
  const shell = await bundleSheet('shell', [join(uiDir, 'src/styles/index.css')], minify, note);
  const used = new Map();
  const ours = join(uiDir, 'src');
  for (const { name, file, error } of components)
    used.set(name, error || file.startsWith(ours) ? [] : await sheetsOf(file, { uiDir, tree }));
  const sheets = [...new Set([...used.values()].flat())].sort();
  const content = sheets.length > 0 ? await bundleSheet('content', sheets, minify) : null;
  const both = content && (await bundleSheet('both', [join(uiDir, 'src/styles/index.css'), ...sheets], minify, note));
  const files = [licence, ...shell.files, ...(content?.files ?? []), ...(both?.files ?? [])];
  return {
    shell: [shell.path],
    both: both && { path: both.path, holds: [shell.path, content.path] },
    fonts: shell.files.map(({ path }) => path).filter((path) => PRELOADED.test(path)),
    components: Object.fromEntries([...used].map(([name, own]) => [name, own.length > 0 ? [content.path] : []])),
    files: [...new Map(files.map((file) => [file.path, file])).values()],
  };
}

/** The fonts' licence asks to go with them: the texts of all, as one file beside them. */
async function fontLicence(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const bytes = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n\n');
  return { path: `assets/font-licence-${hash(bytes)}.txt`, bytes };
}

/** Sheets that a component imports, itself or through other files of its own. */
async function sheetsOf(file, options, seen = new Set()) {
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

/** A CSS module: its sheet with names of its own, and these by the names written. */
export async function classNames(file) {
  const source = await readFile(file, 'utf8');
  const { outputFiles } = await build({
    stdin: { contents: `export { default } from ${JSON.stringify(file)};`, resolveDir: dirname(file) },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    loader: { '.module.css': 'local-css', '.css': 'local-css' },
    external: ['*.svg', '*.png', '*.woff2', '*.jpg', '*.webp', '*.gif'],
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
  return { css, names };
}

async function bundleSheet(name, sheets, minify, note = '') {
  const { outputFiles } = await build({
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
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.jpg': 'file', '.webp': 'file', '.gif': 'file' },
    plugins: [
      {
        name: 'css-modules',
        setup: (own) =>
          own.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => ({
            contents: (await classNames(path)).css,
            loader: 'css',
            resolveDir: dirname(path),
          })),
      },
    ],
    assetNames: '[name]-[hash]',
    logLevel: 'warning',
  });
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
