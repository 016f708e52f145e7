import type { ReactNode } from 'react';

export type BrowserOnlyProps = { fallback?: ReactNode; children?: ReactNode };

/** Content for browsers only is an island; in an article this renders the fallback. */
export default function BrowserOnly({ fallback, children }: BrowserOnlyProps) {
  return <>{fallback ?? (typeof children === 'function' ? null : children)}</>;
}
