/**
 * Bundles the reader's interface: rollup for scripts, esbuild for style sheets.
 *
 * Reads `src/` and the site's own components; writes `client/assets/*`, `ssr/worker.mjs`, `ssr/engine.js` and, last of
 * all, `bundle.json` below BINDERY_OUT. The same input gives the same bytes. `plain.json` describes the part of the bundle
 * that sites without components of their own need: executables carry it (`bundler/whole/packedInterface.mjs`).
 *
 *   BINDERY_OUT         directory to write (default: `dist`)
 *   BINDERY_COMPONENTS  directory of the site's components (default: `../content/components`; may be missing)
 *   BINDERY_TREE        the content tree, `@site/` (default: the folder that BINDERY_COMPONENTS is in)
 *   BINDERY_INPUT       a JSON file. `modules`: the components that Markdown imports, `@site/src/x.tsx`,
 *                       `@site/src/x.tsx#Member`; `site`: what components may know of the site, `title`, `tagline`, `url`,
 *                       `baseUrl`, …, `customCss`, the site's global style sheets, and `imported`, whether it is a
 *                       Docusaurus site
 *   BINDERY_DEV         `1`: no minification; `react`: also React's development build, for its warnings; `preview`: only what
 *                       `bindery dev` needs, in two parts (`bundler/preview/`): no minification, no tree-shaking, React's development
 *                       build for browsers, no `plain.json`, no `ssr/engine.js`
 *   BINDERY_PARTS       for `preview`: the folder for the interface's part, which may have it already; it belongs to one state of
 *                       the interface's sources
 */

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBundle } from './bundler/buildBundle.mjs';
import { errorText } from './bundler/bundled.mjs';

const uiDir = dirname(fileURLToPath(import.meta.url));
const { BINDERY_OUT, BINDERY_COMPONENTS, BINDERY_TREE, BINDERY_INPUT, BINDERY_DEV, BINDERY_PARTS } = process.env;
const outDir = resolve(BINDERY_OUT ?? join(uiDir, 'dist'));
const siteDir = resolve(BINDERY_COMPONENTS ?? join(uiDir, '../content/components'));

await buildBundle({
  uiDir,
  outDir,
  siteDir,
  tree: resolve(BINDERY_TREE ?? dirname(siteDir)),
  input: BINDERY_INPUT ? JSON.parse(readFileSync(BINDERY_INPUT, 'utf8')) : {},
  dev: BINDERY_DEV ?? '',
  partsDir: resolve(BINDERY_PARTS ?? join(outDir, 'parts')),
}).catch((error) => {
  console.error(errorText(error));
  process.exitCode = 1;
});
