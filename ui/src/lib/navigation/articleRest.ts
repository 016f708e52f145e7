/**
 * Holds back the rest of a long article until the first frame of its page is painted: style and layout of what is put into the
 * document are most of the work of that frame. `scroll.ts` adds the rest, and whoever reads whole articles waits for it.
 */

type HeldBack = { box: Element; rest: DocumentFragment };

/** What the first frame takes of an article: characters, an element as `ELEMENT`. About half of a window. */
const FIRST_PART = 900;
const ELEMENT = 15;

let heldBack: HeldBack[] = [];
const waiting = new Set<() => void>();

/** Puts the start of an article into a box; all of it if only little would be left. */
export function putStart(article: DocumentFragment, box: Element): void {
  let size = 0;
  const start: Node[] = [];
  for (const node of article.childNodes) {
    if (size > FIRST_PART) break;
    size += sizeOf(node);
    start.push(node);
  }
  box.replaceChildren(...start);
  if (sizeOf(article) > FIRST_PART) heldBack.push({ box, rest: article });
  else box.append(article);
}

function sizeOf(node: Node): number {
  const elements = 'querySelectorAll' in node ? (node as ParentNode).querySelectorAll('*').length : 0;
  return (node.textContent?.length ?? 0) + ELEMENT * elements;
}

/** Calls `run` when the articles are whole: now, mostly. The returned function ends what `run` has begun, or takes it back. */
export function whenWhole(run: () => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined;
  const begin = () => {
    stop = run();
  };
  if (heldBack.length === 0) begin();
  else waiting.add(begin);
  return () => {
    waiting.delete(begin);
    stop?.();
  };
}

/** Adds what was held back. `prepare` gets its blocks before they are in the document. */
export function addRest(prepare?: (blocks: HTMLElement[]) => void): void {
  const ready = heldBack;
  heldBack = [];
  prepare?.(ready.flatMap(({ rest }) => [...(rest.children as HTMLCollectionOf<HTMLElement>)]));
  for (const { box, rest } of ready) box.append(rest);
  for (const run of [...waiting]) {
    waiting.delete(run);
    run();
  }
}
