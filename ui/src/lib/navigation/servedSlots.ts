/** The article HTML the document came with. Passed back to React it keeps the very nodes on hydration. */
export function servedSlots(container: ParentNode, count: number): string[] {
  return Array.from({ length: count }, (_, slot) => container.querySelector(`[data-slot="${slot}"]`)?.innerHTML ?? '');
}
