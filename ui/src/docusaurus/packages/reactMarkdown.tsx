import { createElement, type ElementType, Fragment, type ReactNode } from 'react';

/** Elements by their HTML name, as newer versions of the package have them, or by the name of the Markdown node. */
type Renderers = Record<string, ElementType | undefined>;

type ReactMarkdownProps = {
  children?: ReactNode;
  source?: string;
  className?: string;
  components?: Renderers;
  renderers?: Renderers;
};

/** The names of older versions of the package. */
const NODES: Record<string, string> = { a: 'link', p: 'paragraph', strong: 'strong', em: 'emphasis', img: 'image' };

const SCHEME = /^\s*(?:javascript|vbscript|data):/i;

/**
 * In place of the package `react-markdown` where it is not installed: home pages write whole sections in it. Reads
 * headings, paragraphs, lists, quotes, fences and rules; emphasis, code, links and pictures.
 */
export function ReactMarkdown({ children, source, className, components, renderers }: ReactMarkdownProps) {
  const text = typeof children === 'string' ? children : Array.isArray(children) ? children.join('') : (source ?? '');
  const own: Own = (name) => components?.[name] ?? renderers?.[NODES[name] ?? name] ?? (name as ElementType);
  const blocks = readBlocks(String(text).split('\n'), own);
  return className === undefined ? blocks : <div className={className}>{blocks}</div>;
}

export default ReactMarkdown;

type Own = (name: string) => ElementType;

const ITEM = /^ {0,3}(?:([-*+])|\d{1,9}[.)]) +/;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;

/** The blocks of some lines. */
function readBlocks(lines: string[], own: Own): ReactNode[] {
  const blocks: ReactNode[] = [];
  let at = 0;
  const take = (belongs: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const key = blocks.length;
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (fence) {
      at += 1;
      const code = take((next) => !next.trim().startsWith(fence[1] ?? '```'));
      at += 1;
      blocks.push(fencedCode(code.join('\n'), fence[2] ?? '', key));
    } else if (heading) {
      at += 1;
      blocks.push(createElement(own(`h${heading[1]?.length ?? 1}`), { key }, ...readInline(heading[2] ?? '', own)));
    } else if (RULE.test(line)) {
      at += 1;
      blocks.push(<hr key={key} />);
    } else if (QUOTE.test(line)) {
      const inner = take((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''));
      blocks.push(createElement(own('blockquote'), { key }, ...readBlocks(inner, own)));
    } else if (ITEM.test(line)) {
      const isOrdered = ITEM.exec(line)?.[1] === undefined;
      const inner = take((next) => ITEM.test(next) || /^ {2,}\S/.test(next));
      blocks.push(createElement(own(isOrdered ? 'ol' : 'ul'), { key }, ...listItems(inner, own)));
    } else {
      const text = take((next) => next.trim() !== '' && !isStart(next)).map((next) => next.trimStart());
      blocks.push(createElement(own('p'), { key }, ...readInline(text.join('\n'), own)));
    }
  }
  return blocks;
}

/** Whether a line ends the paragraph before it. */
function isStart(line: string) {
  return [FENCE, HEADING, QUOTE, ITEM].some((start) => start.test(line));
}

function fencedCode(code: string, language: string, key: number) {
  return (
    <pre key={key}>
      <code className={language === '' ? undefined : `language-${language}`}>{code}</code>
    </pre>
  );
}

function listItems(lines: string[], own: Own): ReactNode[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return items.map((text, key) => createElement(own('li'), { key }, ...readInline(text, own)));
}

/** Code, pictures, links, addresses, strong and plain emphasis, escaped characters, hard line breaks. */
const INLINE =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|(!?)\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+["'(](.*?)["')])?\s*\)|<(https?:[^\s<>]+)>|(\*\*|__)(?=\S)([\s\S]*?\S)\8|(?<![\w*])([*_])(?=\S)([\s\S]*?\S)\10(?!\w)|\\([!-/:-@[-`{-~])|( {2,}|\\)\n/g;

function readInline(text: string, own: Own): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    parts.push(<Fragment key={match.index}>{inlinePart(match, own)}</Fragment>);
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function inlinePart(match: RegExpMatchArray, own: Own): ReactNode {
  const [, , code, mark, label = '', address, title, url, , strong, , emphasis, escaped] = match;
  if (code !== undefined) return createElement(own('code'), null, code);
  if (address !== undefined) {
    const target = SCHEME.test(address) ? undefined : address;
    if (mark === '!') return createElement(own('img'), { src: target, alt: label, title });
    return createElement(own('a'), { href: target, title }, ...readInline(label, own));
  }
  if (url !== undefined) return createElement(own('a'), { href: url }, url);
  if (strong !== undefined) return createElement(own('strong'), null, ...readInline(strong, own));
  if (emphasis !== undefined) return createElement(own('em'), null, ...readInline(emphasis, own));
  return escaped ?? <br />;
}
