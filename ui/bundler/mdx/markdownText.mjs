/** Reads Markdown files for the bundler, and makes declarations beside imports exports, as the first version of MDX did. */

import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { blankFrontMatter } from '../modules.mjs';
import { preprocess } from './preprocess.mjs';

/** The text of a Markdown file, as functions of the configuration make it, with its declarations as exports. */
export async function markdownText(file, { tree, site }) {
  const processed = site?.texts?.[relative(tree, file).split(sep).join('/')];
  return withExports(processed ?? (await readFile(file, 'utf8')));
}

/** Whether a text may have a declaration below another line, outside of a code block's first line. */
const MAY_DECLARE = /^(?!\s*(?:`{3}|~{3}))(?=.*\S).*\n(?:const|let|var|function|async|class)\b/m;

/**
 * A text whose declarations beside imports (`const X = …` without `export`) are exports; every line stays a line. Whoever
 * reads the statements of a text gets it from here, so that all of them know the same names.
 */
export async function withExports(text) {
  if (!/^(?:import|export)\b/m.test(text) || !MAY_DECLARE.test(text)) return text;
  const [{ createProcessor }, gfm, directive, math] = await Promise.all([
    import('@mdx-js/mdx'),
    import('remark-gfm'),
    import('remark-directive'),
    import('remark-math'),
  ]);
  let own = text;
  // The site may have no formulas, and braces in one are no code.
  for (const formulas of text.includes('$') ? [[math.default], []] : [[]]) {
    const remarkPlugins = [gfm.default, directive.default, ...formulas];
    own = repaired(own, createProcessor({ format: 'mdx', remarkPlugins }));
  }
  return own;
}

function repaired(text, processor) {
  for (let own = text; ; ) {
    try {
      processor.parse(preprocess(blankFrontMatter(own)));
      return own;
    } catch (error) {
      const changed = withExport(own, error);
      // Another error is reported where the text is used.
      if (changed === null) return own;
      own = changed;
    }
  }
}

/** The text with `export` where the error of MDX says that it is missing; null for other errors. */
function withExport(text, error) {
  const { line, column } = error?.place?.start ?? error?.place ?? {};
  if (!/^Unexpected `\w+Declaration` in code: only import\/exports are supported/.test(error?.reason ?? '') || !line)
    return null;
  const lines = text.split('\n');
  const own = lines[line - 1] ?? '';
  if (!/^(?:const|let|var|function|async|class)\b/.test(own.slice(column - 1))) return null;
  lines[line - 1] = `${own.slice(0, column - 1)}export ${own.slice(column - 1)}`;
  return lines.join('\n');
}
