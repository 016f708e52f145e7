/** Turns imported files that are not scripts into modules: images, CSS modules, data, Markdown. */

import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { compileModule } from './mdx/compile.mjs';
import { markdownText } from './mdx/markdownText.mjs';
import { isPartName, partsOf } from './mdx/parts.mjs';
import { statementsOf } from './mdx/statements.mjs';
import { blankFrontMatter, kindOf, REQUIRED, remembered, svgModule, withoutRequire } from './modules.mjs';
import { classNames } from './styles/sheets.mjs';

/** Marks a Markdown file that is imported as a component: all of it, not only what it exports. */
export const AS_TEXT = '?mdx';

/**
 * The module of a file: `{ code, isData, value }`; null for scripts, which the bundlers read. Of data each key is an export as
 * well. `address` gives the path at which a file is served.
 */
export async function moduleOf(file, options, address) {
  if (file.endsWith(AS_TEXT)) {
    const text = file.slice(0, -AS_TEXT.length);
    return { code: await remembered(options.textModules ?? new Map(), text, () => textModule(text, options)) };
  }
  switch (kindOf(file)) {
    case 'svg':
      return { code: svgModule(await readFile(file, 'utf8')) };
    case 'css-module':
      return dataModule((await classNames(file, options)).names);
    case 'style':
      return { code: '' };
    case 'image':
      return { code: `export default ${JSON.stringify(await address(file))};` };
    case 'data':
      return dataModule(await readData(file, options));
    case 'text': {
      const text = await markdownText(file, options);
      const code = withoutRequire((await statementsOf(text)) + (await wantedParts(file, text, options)));
      return { code: (await transform(code, { loader: 'tsx', jsx: 'automatic', target: 'es2022' })).code };
    }
    default:
      return null;
  }
}

/** The tags of a Markdown file that a page names as components of its module. */
async function wantedParts(file, text, options) {
  const { tree, modules = [] } = options;
  const start = `@site/${relative(tree, file).split(sep).join('/')}#`;
  const names = modules.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  const wanted = names.filter(isPartName);
  if (wanted.length === 0) return '';
  const parts = await partsOf(blankFrontMatter(text), options);
  return `\n${wanted.map((name) => parts.get(name) ?? '').join('')}`;
}

function dataModule(value) {
  const code = `const data = ${JSON.stringify(value)};\nexport { data as default, data as ${REQUIRED} };`;
  return { code, isData: true, value };
}

async function readData(file, { tree, uiDir }) {
  const text = await readFile(file, 'utf8');
  if (file.endsWith('.json')) return JSON.parse(text.replace(/^\uFEFF/, ''));
  const name = file.endsWith('.json5') ? 'json5' : 'js-yaml';
  const found = installed(name, tree, uiDir);
  if (found === null) throw new Error(`reading it needs the package \`${name}\`, which is not installed`);
  const reader = createRequire(found)(found);
  return name === 'json5' ? reader.parse(text) : reader.load(text);
}

/** The file of a package of the site, else of ours; null where it is not installed. */
export function installed(name, ...folders) {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'package.json')).resolve(name);
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

/** Markdown as a component, with Docusaurus' exports. Text that MDX does not accept is shown as paragraphs. */
async function textModule(file, options) {
  const source = await markdownText(file, options);
  const text = source.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '').replace(/<!--[\s\S]*?-->/g, '');
  const known = 'export const frontMatter = {};\nexport const metadata = {};\nexport const assets = {};\n';
  const parse = (value, format) => compileModule(value, file, format);
  const compiled = await parse(text, 'mdx').catch((error) => {
    options.repairs.noted.set(file, {
      message: error.reason ?? error.message,
      file,
      line: error.line,
      column: error.column,
    });
    return parse(text, 'md');
  });
  const code = withoutRequire(compiled);
  const own = known.split('\n').filter((line) => !new RegExp(`\\b${/const (\w+)/.exec(line)?.[1]} =`).test(code));
  return `${code}\n${own.join('\n')}${/\btoc\b/.test(code) ? '' : '\nexport const toc = [];'}`;
}
