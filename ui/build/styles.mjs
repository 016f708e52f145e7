/** Bundles style sheets, and names them and what they refer to by content. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const IMPORT = /^import\s+(?:[^'"]*?\sfrom\s+)?['"](\.{1,2}\/[^'"]+)['"]/gm;

/** The font of the text, which each page shows at once. The formulas' font comes with the first formula. */
const PRELOADED = /\/source-sans-/;

/**
 * The shell's sheet is on every page. The site's components share one sheet, linked where one of them is
 * used: a page then asks for two sheets at most. Ours are styled by the shell's.
 */
export async function bundleStyles({ uiDir, components, minify }) {
  const licence = await fontLicence(join(uiDir, 'src/styles/font'));
  const note = `/* Fonts: SIL Open Font License 1.1, see ${basename(licence.path)} */\n`;
  const shell = await bundleSheet('shell', [join(uiDir, 'src/styles/index.css')], minify, note);
  const used = new Map();
  for (const { name, file } of components) used.set(name, await sheetsOf(file));
  const sheets = [...new Set([...used.values()].flat())].sort();
  const content = sheets.length > 0 ? await bundleSheet('content', sheets, minify) : null;
  const files = [licence, ...shell.files, ...(content?.files ?? [])];
  return {
    shell: [shell.path],
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
async function sheetsOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = await readFile(file, 'utf8');
  const found = [];
  for (const [, path] of source.matchAll(IMPORT)) {
    const target = resolve(dirname(file), path);
    if (target.endsWith('.css')) found.push(target);
    else if (extname(target) !== '.json') found.push(...(await sheetsOf(await withExtension(target), seen)));
  }
  return found;
}

async function withExtension(path) {
  for (const candidate of [path, `${path}.tsx`, `${path}.ts`]) {
    if (await readFile(candidate).then(() => true, () => false)) return candidate;
  }
  throw new Error(`no file at ${path}`);
}

async function bundleSheet(name, sheets, minify, note = '') {
  const { outputFiles } = await build({
    stdin: { contents: sheets.map((sheet) => `@import ${JSON.stringify(sheet)};`).join('\n'), loader: 'css', resolveDir: dirname(sheets[0]) },
    outdir: '/',
    bundle: true,
    write: false,
    minify,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    loader: { '.woff2': 'file', '.svg': 'file' },
    assetNames: '[name]-[hash]',
    logLevel: 'warning',
  });
  const css = outputFiles.find(({ path }) => path.endsWith('.css'));
  const bytes = note + css.text;
  const path = `assets/${name}-${hash(bytes)}.css`;
  const rest = outputFiles.filter((file) => file !== css);
  return { path, files: [{ path, bytes }, ...rest.map((file) => ({ path: `assets/${basename(file.path)}`, bytes: file.contents }))] };
}

export async function minifyScript(source) {
  const { code } = await transform(source, { minify: true, target: 'es2018' });
  return code.trim().replace(/;$/, '');
}

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}
