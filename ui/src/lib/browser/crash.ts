/** Hands errors of islands, which have roots of their own, to the page's crash screen. */

let listener: ((error: unknown) => void) | null = null;

export function onCrash(show: (error: unknown) => void): () => void {
  listener = show;
  return () => {
    if (listener === show) listener = null;
  };
}

export function crashPage(error: unknown): void {
  listener?.(error);
}

/** An error's message, then those of its causes, outermost first. */
export function causeChain(error: unknown): string[] {
  const messages: string[] = [];
  const seen = new Set<unknown>();
  for (let next = error; next != null && !seen.has(next); next = next instanceof Error ? next.cause : null) {
    seen.add(next);
    messages.push(next instanceof Error ? next.message : String(next));
  }
  return messages;
}
