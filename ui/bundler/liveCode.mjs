/** The names that live code blocks can use besides those of React. */

import { join } from 'node:path';
import { existing } from './resolve/existing.mjs';

/** `virtual:bindery-live-code`: loads the site's `src/theme/ReactLiveScope`; null on sites without live code. */
export function liveCodeModule({ tree, site, platform, isRenderer }) {
  if (!site.liveCode || platform !== 'browser' || isRenderer) return 'export const loadScope = null;';
  const file = existing(join(tree, 'src/theme/ReactLiveScope'));
  const load = file === null ? 'Promise.resolve({})' : `import(${JSON.stringify(file)})`;
  return `export const loadScope = () => ${load};`;
}
