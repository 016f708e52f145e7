import type { ReactNode } from 'react';

export type BrowserOnlyProps = { fallback?: ReactNode; children?: ReactNode };

/** What must wait for a browser is an island; in an article this shows what can stand there before. */
export default function BrowserOnly({ fallback, children }: BrowserOnlyProps) {
  return <>{fallback ?? (typeof children === 'function' ? null : children)}</>;
}
