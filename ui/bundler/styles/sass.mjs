/** Compiles SCSS and Sass with the compiler that the site has installed; Bindery brings none, and reads the plain parts. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileScssSubset } from './scssSubset.mjs';
import { installed } from '../assetModules.mjs';

/** The style sheet in CSS; without a compiler, as far as it is plain. */
export async function compileSass(file, { tree, repairs }) {
  const found = installed('sass-embedded', tree) ?? installed('sass', tree);
  if (found === null) return withoutCompiler(file, tree, repairs);
  const sass = createRequire(found)(found);
  const { css } = await sass.compileAsync(file, {
    importers: [{ findFileUrl: (id) => fileUrl(id, file, tree) }],
    loadPaths: [dirname(file), tree, join(tree, 'node_modules')],
    quietDeps: true,
    silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'mixed-decls', 'legacy-js-api'],
    logger: { warn() {}, debug() {} },
  });
  return css;
}

/** SCSS is noted as read in part. Sass by indentation is an error, with the command as `help`. */
function withoutCompiler(file, tree, repairs) {
  const cause = 'sass';
  const help = `run \`npm ci\` in \`${tree}\`, or \`npm install sass\` if it does not name the package`;
  if (file.endsWith('.sass')) {
    throw Object.assign(new Error('the package `sass` is not installed, so style sheets in Sass have no effect'), {
      help,
      cause,
    });
  }
  const message = 'the package `sass` is not installed, so mixins and functions of style sheets in SCSS have no effect';
  repairs.noted.set(cause, { message, file, help, cause });
  return compileScssSubset(file, tree);
}

/** `~package/x`, `@site/x` and packages that name their sheet in `package.json`. */
function fileUrl(id, importer, tree) {
  const path = id.replace(/^~/, '');
  const own = path.startsWith('@site/') ? join(tree, path.slice(6)) : null;
  if (own !== null) return pathToFileURL(own);
  if (!id.startsWith('~') && !/^@?[a-z]/.test(id)) return null;
  const found = installed(path, dirname(importer), tree);
  if (found !== null && /\.s?[ac]ss$/.test(extname(found))) return pathToFileURL(found);
  const plain = join(tree, 'node_modules', path);
  return existsSync(dirname(plain)) ? pathToFileURL(plain) : null;
}
