/** Makes a bundle: scripts, style sheets, and the files that describe them. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { installed } from './assetModules.mjs';
import { findComponents } from './components.mjs';
import { bundleInParts } from './preview/sitePart.mjs';
import { noRepairs, problemsOf } from './repairs.mjs';
import { bundleStyles, minifyScript } from './styles/sheets.mjs';
import { isPlain, plainComponents } from './whole/packedInterface.mjs';
import { bundleWhole } from './whole/wholeBundle.mjs';

/**
 * Writes a bundle to `job.outDir`. The other fields: `uiDir`, the interface's folder; `siteDir`, that of the site's components;
 * `tree`, the content tree; `input`, what `BINDERY_INPUT` has; `dev`, the value of `BINDERY_DEV`; `partsDir`, that of
 * `BINDERY_PARTS` (`ui/build.mjs` describes them); and `memory`, a `Memory` of the last bundle, if this process has made one.
 */
export async function buildBundle({ input, dev, ...job }) {
  const options = optionsOf(job, input, dev);
  const { uiDir, tree, outDir, assets, sources, repairs, memory } = options;
  memory?.begin(repairs);
  const isPreview = dev === 'preview';
  await Promise.all(
    ['client', 'ssr', 'plain.json', 'bundle.json'].map((name) =>
      rm(join(outDir, name), { recursive: true, force: true }),
    ),
  );
  const components = await findComponents({ builtin: join(uiDir, 'src/content'), ...options });
  const [styles, client] = await Promise.all([
    bundleStyles({ ...options, components }),
    isPreview ? bundleInParts(components, options) : bundleWhole(components, options),
  ]);
  const pictures = [...assets].map(([path, bytes]) => ({ path, bytes }));
  const files = [...client.files, ...styles.files, ...pictures];
  await writeAssets([...files, ...styles.plain.files], outDir);
  const common = {
    version: 2,
    entry: client.entry,
    preload: client.preload,
    inlineHeadScript: await inlineScript('head.js', uiDir),
    inlineBaseScript: await inlineScript('base.js', uiDir),
  };
  if (!isPreview)
    await writeJson(join(outDir, 'plain.json'), {
      ...common,
      engine: isPlain(components) ? 'ssr/engine.js' : 'ssr/plain.js',
      styles: styles.plain.shell,
      fonts: styles.plain.fonts,
      components: described(plainComponents(components), {}, tree),
      files: [...client.plain, ...styles.plain.files.map(({ path }) => path)].sort(),
    });
  await writeJson(join(outDir, 'bundle.json'), {
    ...common,
    ...(!isPreview && { engine: 'ssr/engine.js' }),
    styles: styles.shell,
    combinedStyles: styles.both,
    fonts: styles.fonts,
    components: described(components, styles.components, tree),
    problems: problemsOf({ repairs, tree, components }),
    code: client.code,
    files: [...files.map(({ path }) => path), ...(client.linked ?? [])].sort(),
    sources: [...sources].map((path) => relative(tree, path).split(sep).join('/')).sort(),
  });
  memory?.end(repairs);
}

function optionsOf(job, { modules = [], site: given = {} }, dev) {
  const { customCss = [], ...facts } = given;
  const repairs = noRepairs();
  return {
    ...job,
    modules,
    site: { title: '', tagline: '', url: '', baseUrl: '/', ...facts },
    /** Pictures that components import, by the path they are served at. */
    assets: new Map(),
    /** Files of the tree that the bundle is made of. */
    sources: new Set(),
    /** What cannot be bundled and is replaced. */
    repairs,
    /** The tags of Markdown files that are components (`mdx/parts.mjs`), by the text. */
    parts: new Map(),
    /** The modules of Markdown files that components import, by the file: compiling one takes long, and each bundle needs it. */
    textModules: new Map(),
    /** The site's global style sheets. */
    customCss: customCss.flatMap((path) => globalSheet(path, job.tree, repairs)),
    minify: dev === '',
    isDev: dev !== '',
    nodeEnv: dev === 'react' ? 'development' : 'production',
  };
}

/**
 * A global sheet: a file of the site, or one of a package, as `require.resolve` names it. The compiler reports files of the site
 * that are missing.
 */
function globalSheet(path, tree, repairs) {
  const own = resolve(tree, path.replace(/^@site\//, ''));
  if (existsSync(own)) return [own];
  if (/^(?:@[\w.-]+\/)?[\w-][\w.-]*\//.test(path) && !/^(?:src|static)\//.test(path)) {
    const ofPackage = installed(path, tree);
    if (ofPackage !== null) return [ofPackage];
    repairs.missing.set(path, { importer: null });
  }
  return [];
}

/** What the compiler must know of each component. */
function described(components, styles, tree) {
  return Object.fromEntries(
    components.map(({ name, source, file, reason, asksPage, asksSidebar, error }) => [
      name,
      {
        styles: styles[name] ?? [],
        source,
        ...(source === 'site' && { file: relative(tree, file).split(sep).join('/') }),
        reason,
        asksPage,
        asksSidebar,
        error,
      },
    ]),
  );
}

async function inlineScript(name, uiDir) {
  return minifyScript(await readFile(join(uiDir, 'src/inline', name), 'utf8'));
}

async function writeAssets(files, outDir) {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  for (const folder of folders) await mkdir(join(outDir, 'client', folder), { recursive: true });
  await Promise.all(files.map(({ path, bytes }) => writeFile(join(outDir, 'client', path), bytes)));
}

async function writeJson(path, value) {
  await writeFile(path, `${JSON.stringify(value, null, 1)}\n`);
}
