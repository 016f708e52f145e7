/** Finds the import and export statements of a Markdown file, also of one that MDX does not accept as a whole. */

import { transform } from 'esbuild';
import { preprocess } from './preprocess.mjs';

const STATEMENT =
  /^(?:export\s+(?:(?:const|let|var|function|class|async)\s|[{*])|import\s*(?:['"{*]|[\w$]+\s*(?:,|from\b)))/;

/** The statements of a Markdown file. All other lines are empty, so that each statement stays in its line. */
export async function statementsOf(text) {
  // Code in an `mdx-code-block` is part of the text.
  const lines = preprocess(text).split('\n');
  const statements = lines.map(() => '');
  let fence = null;
  for (let at = 0; at < lines.length; at++) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(lines[at])?.[1];
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence !== null || !STATEMENT.test(lines[at])) continue;
    for (const end = await endOf(lines, at); at < end; at++) statements[at] = lines[at];
  }
  return statements.join('\n');
}

/** The line after the statements that begin at `start`. As in MDX they end at the first blank line where they are complete. */
async function endOf(lines, start) {
  const first = blankLine(lines, start);
  for (let end = first; ; end = blankLine(lines, end)) {
    if (await isComplete(lines.slice(start, end).join('\n'))) return end;
    // They are wrong: whoever reads them reports it.
    if (end === lines.length) return first;
  }
}

/** The first blank line after some text at or below `from`. */
function blankLine(lines, from) {
  let at = from;
  while (at < lines.length && lines[at].trim() === '') at++;
  while (at < lines.length && lines[at].trim() !== '') at++;
  return at;
}

function isComplete(code) {
  const options = { loader: 'tsx', jsx: 'preserve', logLevel: 'silent' };
  return transform(code, options).then(
    () => true,
    () => false,
  );
}
