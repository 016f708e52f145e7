/** Removes the types of Flow from JavaScript, with a package that the site has installed. */

import { transform } from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A comment at the start of a file that says that its types are Flow's. */
const IS_FLOW = /^\s*(?:\/\/(?!\s*@flow\b).*\s+)*(?:\/\/\s*@flow\b|\/\*(?:(?!\*\/)[\s\S])*@flow\b)/;

/** Code that esbuild can read. Files with types that TypeScript has as well stay as they are. */
export async function withoutFlow(file, code, { tree }) {
  if (!IS_FLOW.test(code) || (await isRead(code, 'jsx')) || (await isRead(code, 'tsx'))) return code;
  const require = createRequire(join(tree, 'package.json'));
  const remove = installed(require, 'flow-remove-types');
  if (remove) return String(remove(code, { all: true }));
  const babel = installed(require, '@babel/core');
  const preset = installed(require, '@babel/preset-flow');
  if (babel && preset) {
    const options = { filename: file, presets: [preset], parserOpts: { plugins: ['jsx'] } };
    return babel.transformSync(code, { ...options, babelrc: false, configFile: false }).code;
  }
  throw Object.assign(
    new Error(
      'its types are those of Flow, which `flow-remove-types` or `@babel/preset-flow` removes once it is installed',
    ),
    {
      help: 'run `npm install flow-remove-types`; until then its components show only their children',
    },
  );
}

function isRead(code, loader) {
  return transform(code, { loader, jsx: 'preserve', logLevel: 'silent' }).then(
    () => true,
    () => false,
  );
}

function installed(require, name) {
  try {
    const found = require(name);
    return found.default ?? found;
  } catch {
    return null;
  }
}
