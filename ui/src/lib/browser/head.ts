/** Keeps `<head>` in step with the page after a client navigation: the compiler has written the page's part of it. */

const START = 'bindery:head';
const END = `/${START}`;

/** Replaces the part of the head between two comments by that of the new page. */
export function applyHead(title: string, head: string): void {
  document.title = title;
  const comments = [...document.head.childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE);
  const start = comments.find(({ nodeValue }) => nodeValue === START);
  const end = comments.find(({ nodeValue }) => nodeValue === END);
  if (!start || !end) return;
  while (start.nextSibling && start.nextSibling !== end) start.nextSibling.remove();
  const template = document.createElement('template');
  template.innerHTML = head;
  end.before(template.content);
}
