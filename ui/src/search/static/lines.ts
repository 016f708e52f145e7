/** The lines of a section's text without their marks (`format/src/search/passage.rs`). */

export const HEADER_MARK = '\f';
const TITLE_MARK = '\v';
const DETAILS_MARK = '\x85';

export type Line = {
  text: string;
  kind: 'prose' | 'row' | 'title';
  /** The titles of the tab and the `details` that hide the line until the reader opens them. */
  opens: readonly string[];
};

/** Without the column headers of tables and the ends of what is hidden. */
export function linesOf(text: string): Line[] {
  let [tab, details] = ['', ''];
  return text.split('\n').flatMap((line): Line[] => {
    const isTitle = line.startsWith(TITLE_MARK);
    const isSummary = line.startsWith(DETAILS_MARK);
    if (line.startsWith(HEADER_MARK)) return [];
    const shown = isTitle || isSummary ? line.replace(/^[\v\x85]+/, '') : line;
    // More marks begin the title of something in the tab.
    if (isTitle && line[1] !== TITLE_MARK) tab = shown;
    if (isSummary) details = shown;
    if (shown.trim() === '') return [];
    const kind = isTitle || isSummary ? 'title' : shown.includes('\t') ? 'row' : 'prose';
    return [{ text: joined(shown), kind, opens: [tab, details].filter((name) => name !== '') }];
  });
}

/** A row of a table as text: its name, and its values. */
const joined = (row: string) => row.trim().replace('\t', ': ').replaceAll('\t', ', ');
