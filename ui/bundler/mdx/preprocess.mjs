/**
 * Writes what Docusaurus accepts besides MDX as MDX: HTML comments, ids of headings, titles of admonitions.
 *
 * Every line stays a line, so that the places in messages are those of the source.
 */

const FENCE = /^\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/;
const HEADING = /^\s*(?:>\s*)*#{1,6}\s/;
const ADMONITION = /^(\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+)*)(:{3,})([A-Za-z][\w-]*)[ \t]+(?![[{])(\S.*?)\s*$/;

/** The text as MDX. */
export function preprocess(text) {
  const lines = text.split('\n');
  let fence = null;
  let isComment = false;
  for (const [at, line] of lines.entries()) {
    const mark = isComment ? undefined : FENCE.exec(line)?.[1];
    const isBorder = mark !== undefined && (fence === null || closes(line, mark, fence));
    if (isBorder) {
      const isOurs = fence === null ? /mdx-code-block\s*$/.test(line) : fence.isUnwrapped;
      fence = fence === null ? { mark, isUnwrapped: isOurs } : null;
      if (isOurs) lines[at] = '';
      continue;
    }
    if (fence !== null && !fence.isUnwrapped) continue;
    const read = comments(line, isComment);
    isComment = read.isOpen;
    lines[at] = headingId(admonition(addresses(read.line)));
  }
  return lines.join('\n');
}

function closes(line, mark, fence) {
  return mark[0] === fence.mark[0] && mark.length >= fence.mark.length && line.trim().endsWith(mark);
}

/** `<!-- … -->` as `{/* … *\/}`, but not in code; a comment may go on in the next lines. */
function comments(line, isOpen) {
  let rest = line;
  let changed = '';
  for (;;) {
    if (isOpen) {
      const end = rest.indexOf('-->');
      const inner = end < 0 ? rest : rest.slice(0, end);
      changed += inner.replaceAll('*/', '* ');
      if (end < 0) return { line: changed, isOpen };
      changed += '*/}';
      rest = rest.slice(end + 3);
      isOpen = false;
    }
    const start = outsideOfCode(rest, '<!--');
    if (start < 0) return { line: changed + rest, isOpen };
    changed += `${rest.slice(0, start)}{/* `;
    rest = rest.slice(start + 4);
    isOpen = true;
  }
}

/** The offset of `wanted` in a line, code between backquotes left out; -1 where there is none. */
function outsideOfCode(line, wanted) {
  const plain = line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, (code) => ' '.repeat(code.length));
  return plain.indexOf(wanted);
}

/** `<https://…>` as a link, unless it is the target of one. */
function addresses(line) {
  if (outsideOfCode(line, '<http') < 0 && outsideOfCode(line, '<mailto:') < 0) return line;
  return line.replace(/(?<!\]\(|\]:[ \t]*)<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, '[$1]($1)');
}

function admonition(line) {
  return line.includes(':::') ? line.replace(ADMONITION, '$1$2$3[$4]') : line;
}

/** `{#id}` at the end of a heading, which MDX would read as code. */
function headingId(line) {
  return HEADING.test(line) ? line.replace(/(?<!\\)\{#([^\s}]+)\}(\s*#*\s*)$/, '\\{#$1}$2') : line;
}
