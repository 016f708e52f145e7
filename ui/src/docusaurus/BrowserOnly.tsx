import { useEffect, useState, type ReactNode } from 'react';

export type BrowserOnlyProps = { fallback?: ReactNode; children: () => ReactNode };

/** Shows its children in the browser only. */
export default function BrowserOnly({ fallback = null, children }: BrowserOnlyProps) {
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  return <>{isBrowser ? children() : fallback}</>;
}
