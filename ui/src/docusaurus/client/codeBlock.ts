/** What `@docusaurus/theme-common` exports of code blocks. The compiler highlights and numbers the lines of its own. */

export function usePrismTheme(): { plain: Record<string, string>; styles: unknown[] } {
  return { plain: {}, styles: [] };
}

export function parseCodeBlockTitle(metastring = ''): string {
  return /title=(["'])(?<title>.*?)\1/.exec(metastring)?.groups?.title ?? '';
}

export function parseLanguage(className = ''): string | undefined {
  return /(?:^|\s)language-(\S+)/.exec(className)?.[1];
}

export function containsLineNumbers(metastring = ''): boolean {
  return metastring.includes('showLineNumbers');
}

type LineNumbers = { showLineNumbers?: boolean | number; metastring?: string };

/** The number of the first line; none where lines have no numbers. */
export function getLineNumbersStart({ showLineNumbers, metastring = '' }: LineNumbers): number | undefined {
  if (typeof showLineNumbers === 'number') return showLineNumbers;
  if (!showLineNumbers && !containsLineNumbers(metastring)) return undefined;
  return Number(/showLineNumbers=(\d+)/.exec(metastring)?.[1] ?? 1);
}

type Lines = { lineClassNames: Record<number, string[]>; code: string };

export function parseLines(code: string): Lines {
  return { lineClassNames: {}, code };
}

export function getPrismCssVariables(): Record<string, string> {
  return {};
}

type Written = { code: string; className?: string; language?: string; metastring?: string; title?: unknown };

export function createCodeBlockMetadata({ code, className = '', language, metastring, title, ...rest }: Written) {
  return {
    codeInput: code,
    className,
    language: language ?? parseLanguage(className) ?? 'text',
    title: title || parseCodeBlockTitle(metastring),
    lineNumbersStart: getLineNumbersStart({ metastring, ...rest }),
    ...parseLines(code),
  };
}

/** Of a component outside of a block: an empty one. */
export function useCodeBlockContext() {
  const wordWrap = { codeBlockRef: { current: null }, isEnabled: false, isCodeScrollable: false, toggle: () => {} };
  return { metadata: createCodeBlockMetadata({ code: '' }), wordWrap };
}
