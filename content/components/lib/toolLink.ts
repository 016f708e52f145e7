/** The id of the last heading before an element: where a link to it should open. */
export function headingAbove(element: Element): string | undefined {
  const headings = [...document.querySelectorAll('main :is(h2,h3,h4)[id]')];
  return headings
    .filter((heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1)?.id;
}

/** The address of the tool with the state in `search`. */
export function toolAddress(tool: Element, search: string): string {
  const id = headingAbove(tool);
  return window.location.origin + window.location.pathname + search + (id === undefined ? '' : `#${id}`);
}
