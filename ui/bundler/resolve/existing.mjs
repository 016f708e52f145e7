/** Finds the file that a path without an extension means. */

// Not by names: the evaluation of a configuration replaces these functions by some that note what is read.
import fs from 'node:fs';
import { join } from 'node:path';

/** In the order of Docusaurus' bundler. */
const SCRIPTS = ['.mjs', '.js', '.jsx', '.ts', '.tsx', '.cjs'];

/** `x`, `x.tsx`, `x/index.tsx`, and `x.ts` for a script that is written `x.js`. */
export function existing(path) {
  const forms = [path, ...SCRIPTS.map((end) => path + end), ...SCRIPTS.map((end) => join(path, `index${end}`))];
  if (/\.[cm]?jsx?$/.test(path)) forms.push(...['.tsx', '.ts'].map((end) => path.replace(/\.[cm]?jsx?$/, end)));
  return forms.find((form) => fs.existsSync(form) && fs.statSync(form).isFile()) ?? null;
}
