/** Reads the HTML of the served articles, which React gets as their content and so keeps their nodes on hydration. */
export function servedSlots(container: ParentNode, count: number): string[] {
  return Array.from({ length: count }, (_, slot) => container.querySelector(`[data-slot="${slot}"]`)?.innerHTML ?? '');
}
