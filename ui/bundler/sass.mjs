/** Compiles SCSS and Sass with the compiler that the site has installed; Bindery brings none. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from './sources.mjs';

/** The style sheet in CSS. Throws where no compiler is installed, with the command as `help`. */
export async function compileSass(file, { tree }) {
  const found = installed('sass-embedded', tree) ?? installed('sass', tree);
  if (found === null) {
    throw Object.assign(new Error('the package `sass` is not installed, so style sheets in SCSS have no effect'), {
      help: `run \`npm ci\` in \`${tree}\`, or \`npm install sass\` if it does not name the package`,
      cause: 'sass',
    });
  }
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
