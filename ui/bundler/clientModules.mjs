/** The scripts of a Docusaurus tree that run on every page. */

import { join } from 'node:path';

/** `virtual:bindery-client-modules`: null on sites without such scripts, and where pages are rendered. */
export function clientModules({ uiDir, site, platform, isRenderer }) {
  const paths = platform === 'browser' && !isRenderer ? (site.clientModules ?? []) : [];
  if (paths.length === 0) return 'export const clientModules = null;';
  const imports = paths.map((path) => `import(${JSON.stringify(`@site/${path}`)})`);
  return `import { ClientModules } from ${JSON.stringify(join(uiDir, 'src/lib/browser/clientModules.ts'))};
export const clientModules = new ClientModules(() => [${imports.join(', ')}]);`;
}
