/** Finds what a site's own component imports: its own files, Docusaurus' modules, packages. */

import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const SCRIPTS = ['.tsx', '.ts', '.jsx', '.js', '.mjs'];
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp)$/i;

/** Docusaurus' modules by what they are here, below `src/`. */
const DOCUSAURUS = {
  clsx: 'docusaurus/clsx.ts',
  '@docusaurus/Link': 'docusaurus/Link.tsx',
  '@docusaurus/Head': 'docusaurus/Head.tsx',
  '@docusaurus/Interpolate': 'docusaurus/Interpolate.tsx',
  '@docusaurus/BrowserOnly': 'docusaurus/BrowserOnly.tsx',
  '@docusaurus/ExecutionEnvironment': 'docusaurus/ExecutionEnvironment.ts',
  '@docusaurus/Translate': 'docusaurus/Translate.tsx',
  '@docusaurus/router': 'docusaurus/router.ts',
  '@docusaurus/theme-common': 'docusaurus/themeCommon.ts',
  '@docusaurus/useBaseUrl': 'docusaurus/useBaseUrl.ts',
  '@docusaurus/useDocusaurusContext': 'docusaurus/useDocusaurusContext.ts',
  '@docusaurus/useIsBrowser': 'docusaurus/useIsBrowser.ts',
  '@theme/Layout': 'docusaurus/Layout.tsx',
  '@theme/ThemedImage': 'docusaurus/ThemedImage.tsx',
};

/** The files that an id of the site's own sources may mean, without the mark behind `?`; null for packages. */
export function ownFile(id, importer, { uiDir, tree }) {
  const path = id
    .split('?')[0]
    .replace(/^!!?[^!]*!/, '')
    .replace(/^@theme-(?:original|init)\//, '@theme/');
  if (Object.hasOwn(DOCUSAURUS, path)) return join(uiDir, 'src', DOCUSAURUS[path]);
  if (path.startsWith('@theme/'))
    return existing(join(uiDir, 'src/content', path.slice(7))) ?? existing(join(tree, 'src/theme', path.slice(7)));
  if (path.startsWith('@site/')) return withExtension(join(tree, path.slice(6)));
  if (/^\.{0,2}\//.test(path)) return withExtension(resolve(dirname(importer), path));
  return null;
}

/** `x`, `x.tsx`, `x/index.tsx`; as written when there is no such file. */
function withExtension(path) {
  return existing(path) ?? path;
}

function existing(path) {
  const forms = [path, ...SCRIPTS.map((end) => path + end), ...SCRIPTS.map((end) => join(path, `index${end}`))];
  return forms.find((form) => existsSync(form) && statSync(form).isFile()) ?? null;
}

/** What components may know of the site; the configuration, which few ask for, is a constant of its own. */
export function siteModule({ config, ...site }) {
  const all = { themeConfig: {}, customFields: {}, ...config };
  return `export const site = ${JSON.stringify(site)};\nexport const config = ${JSON.stringify(all)};`;
}

/** How a file is read: `svg` as a component, `image` by its address, `style` not at all by scripts. */
export function kindOf(file) {
  if (file.endsWith('.svg')) return 'svg';
  if (IMAGE.test(file)) return 'image';
  if (file.endsWith('.module.css')) return 'css-module';
  if (file.endsWith('.css')) return 'style';
  return 'script';
}

/** The code of a Markdown file: its imports and exports, each up to a blank line outside of its braces; all else is left blank. */
export function codeOf(text) {
  let depth = null;
  let fence = null;
  const lines = text.split('\n').map((line) => {
    if (depth === null) {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
      if (fence === null && CODE_LINE.test(line)) depth = 0;
    }
    if (depth === null) return '';
    if (depth <= 0 && line.trim() === '') {
      depth = null;
      return '';
    }
    for (const letter of line) depth += '{(['.includes(letter) ? 1 : '})]'.includes(letter) ? -1 : 0;
    return line;
  });
  return lines.join('\n');
}

const CODE_LINE =
  /^(?:export\s+(?:(?:const|let|var|function|class|async)\s|[{*])|import\s*(?:['"{*]|[\w$]+\s*(?:,|from\b)))/;

/** An SVG file as a React component. */
export function svgModule(text) {
  const open = /<svg\b([^>]*)>/i.exec(text);
  const inside = open ? text.slice(open.index + open[0].length, text.lastIndexOf('</svg>')) : '';
  const attributes = {};
  for (const [, name, value] of (open?.[1] ?? '').matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (name !== 'style' && !name.startsWith('on')) attributes[ATTRIBUTES[name] ?? name] = value;
  }
  return `import { createElement } from 'react';
const own = ${JSON.stringify(attributes)};
export default function Svg({ title, children, ...props }) {
  return createElement('svg', { ...own, ...props, 'aria-label': title, dangerouslySetInnerHTML: { __html: ${JSON.stringify(inside.trim())} } });
}
export { Svg as ReactComponent };`;
}

const ATTRIBUTES = { class: 'className', 'xmlns:xlink': 'xmlnsXlink', 'xml:space': 'xmlSpace' };

/** `require('…')` of a constant, as webpack reads it in modules, turned into an import. */
export function withoutRequire(code) {
  const found = new Map();
  const changed = code.replace(/\brequire\(\s*(['"])([^'"]+)\1\s*\)/g, (_, _quote, id) => {
    if (!found.has(id)) found.set(id, `_required${found.size}`);
    return found.get(id);
  });
  const imports = [...found].map(([id, name]) => `import * as ${name} from ${JSON.stringify(id)};`);
  return imports.length > 0 ? `${imports.join(' ')} ${changed}` : code;
}
