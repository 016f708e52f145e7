import type { ReactNode } from 'react';

export type ScrollTableProps = {
  /** Names the scrolling region. */
  label: string;
  caption?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A table that scrolls in itself when the window is narrow. */
export function ScrollTable({ label, caption, className = 'full', children }: ScrollTableProps) {
  return (
    <div className="table-scroll" role="region" tabIndex={0} aria-label={label}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        {children}
      </table>
    </div>
  );
}
