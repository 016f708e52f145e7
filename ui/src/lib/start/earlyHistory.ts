/** The history before the interface runs. */

/**
 * Back to another page that this document had shown before it was left and loaded again: until the interface listens, only a load
 * shows it.
 */
export function watchHistory(): void {
  const address = () => window.location.pathname + window.location.search;
  const first = address();
  window.addEventListener('popstate', () => {
    if (address() !== first && !document.documentElement.dataset.hasHydrated) window.location.reload();
  });
}

/** Whether the reader came back to a position that only script restores: below a hash, or on a page that was left half rendered. */
export function comesBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReturn = entry?.type === 'reload' || entry?.type === 'back_forward';
  return isReturn && (window.location.hash !== '' || !!(window.history.state as { place?: unknown } | null)?.place);
}
