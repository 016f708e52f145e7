/**
 * Runs PostCSS in a site's folder. In: `{css, file, plugins, configFile}` as JSON; `plugins` is a list of
 * `{package, options}`. Out: `{css, files}`, where `files` are those of the site that the result depends on; or `{error}`.
 */

import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const site = process.cwd();
const require = createRequire(join(site, 'package.json'));

/** What plugins print is not part of the answer. */
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

try {
  const { css, file, plugins, configFile } = JSON.parse(readFileSync(0, 'utf8'));
  const list = [...plugins, ...(configFile ? pluginsOf(await defaultOf(configFile)) : [])];
  const made = [];
  for (const { package: name, options, value } of list) {
    const plugin = value ?? (await defaultOf(require.resolve(name)));
    made.push(typeof plugin === 'function' ? plugin(options ?? undefined) : plugin);
  }
  const postcss = await defaultOf(postCssFile(list));
  const result = await postcss(made).process(css, { from: file, map: false });
  answer({ css: result.css, files: filesOf(result.messages, file) });
} catch (error) {
  answer({ error: String(error?.reason ?? error?.message ?? error).split('\n')[0] });
}

function answer(value) {
  write(`\n${JSON.stringify(value)}`, () => process.exit(0));
}

async function defaultOf(file) {
  const module = await import(pathToFileURL(file).href);
  return module.default?.default ?? module.default ?? module;
}

/** The plugins of a configuration file: a list, or options by their packages. */
function pluginsOf(written) {
  const { plugins = [] } = typeof written === 'function' ? written({ env: 'production', options: {} }) : written;
  const entries = Array.isArray(plugins) ? plugins.filter(Boolean) : Object.entries(plugins);
  return entries
    .map((one) => (Array.isArray(one) ? one : [one]))
    .filter(([, options]) => options !== false)
    .map(([head, options]) => (typeof head === 'string' ? { package: head, options } : { value: head }));
}

/** PostCSS itself: the site's, or the one that a plugin uses. */
function postCssFile(list) {
  const places = list.flatMap(({ package: name }) => {
    try {
      return name ? [realpathSync(require.resolve(name))] : [];
    } catch {
      return [];
    }
  });
  for (const place of [join(site, 'package.json'), ...places]) {
    try {
      return createRequire(place).resolve('postcss');
    } catch {
      // The next place may have it.
    }
  }
  throw new Error('the package `postcss` is not installed');
}

/** The files that the plugins have read: Tailwind looks for class names in those of whole folders. */
function filesOf(messages, own) {
  const found = new Set();
  for (const { type, file, dir, glob } of messages) {
    if (type === 'dependency') found.add(resolve(file));
    if (type === 'dir-dependency') for (const one of filesIn(resolve(dir), glob)) found.add(one);
  }
  found.delete(own);
  return [...found].filter((one) => !/[\\/]node_modules[\\/]/.test(one));
}

function filesIn(folder, glob = '') {
  const [, list, only] = /\.(?:\{([^}]*)\}|(\w+))$/.exec(glob) ?? [];
  const endings = (list ?? only ?? '').split(',').filter((end) => end !== '');
  const isMeant = (name) => endings.length === 0 || endings.some((end) => name.endsWith(`.${end}`));
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isMeant(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  } catch {
    return [];
  }
}
