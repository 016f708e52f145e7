/** The script that draws Mermaid diagrams, which pages load only where they have one. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Versions before draw in another way. */
const MIN_MAJOR = 10;

/**
 * `virtual:bindery-diagrams`: the address of the script and its settings; null on sites that show diagrams as code. The
 * script is that of the site's own package, if it is installed, or ours, which lacks the kinds that are seldom used.
 */
export function diagramModule({ uiDir, tree, site, assets }) {
  if (!site.mermaid) return 'export const source = null;\nexport const settings = null;';
  const bytes = readFileSync(ownScript(tree) ?? join(uiDir, 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'));
  const path = `assets/mermaid-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.js`;
  assets.set(path, bytes);
  const { theme, options = {} } = site.mermaid;
  const settings = { light: 'default', dark: 'dark', ...theme, options };
  return `export const source = ${JSON.stringify(site.baseUrl + path)};\nexport const settings = ${JSON.stringify(settings)};`;
}

function ownScript(tree) {
  try {
    const { resolve } = createRequire(join(tree, 'package.json'));
    const { version } = JSON.parse(readFileSync(resolve('mermaid/package.json'), 'utf8'));
    return Number.parseInt(version, 10) >= MIN_MAJOR ? resolve('mermaid/dist/mermaid.min.js') : null;
  } catch {
    return null;
  }
}
