/** The durations of animations. With `prefers-reduced-motion`, they end at once. */

export function prefersReducedMotion(): boolean {
  return typeof window !== 'undefined' && (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false);
}

/** Milliseconds a block of `height` pixels takes to open or close. */
export function collapseDuration(height: number): number {
  if (prefersReducedMotion()) return 1;
  const unit = height / 36;
  return Math.round((4 + 15 * unit ** 0.25 + unit / 5) * 10);
}
