import type { ReactNode } from 'react';

export type ScrollTableProps = {
  /** Names the scrolling region. */
  label: string;
  caption?: string | undefined;
  className?: string | undefined;
  /** The headings of a table of many rows stay in sight while the page scrolls. */
  isTall?: boolean;
  children: ReactNode;
};

/** A table that scrolls in itself when the window is narrow. */
export function ScrollTable({ label, caption, className = 'full', isTall = false, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a region only while it has the focus.
    <div className={isTall ? 'table-scroll sticky-head' : 'table-scroll'} role="region" tabIndex={0} aria-label={label}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        {children}
      </table>
    </div>
  );
}
