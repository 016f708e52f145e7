/**
 * Gives `<style>` elements that a site's scripts insert their effect. The policy refuses the elements, and allows style sheets
 * that a script constructs. The bundler imports this module where code of the site or of its packages makes such elements.
 */

type Root = Document | ShadowRoot;
type Adopted = { sheet: CSSStyleSheet; root: Root; text: string };

const adopted = new Map<HTMLStyleElement, Adopted>();
const ownSheet = Object.getOwnPropertyDescriptor(HTMLStyleElement.prototype, 'sheet')?.get;

/** The sheet that stands for an element; null where the browser has applied the element, or no document contains it. */
function adopt(style: HTMLStyleElement): CSSStyleSheet | null {
  const known = adopted.get(style);
  const text = style.textContent ?? '';
  if (known && known.root === style.getRootNode()) {
    // Rules that were inserted one by one stay, as long as the text is the same.
    if (known.text !== text) known.sheet.replaceSync(text);
    known.text = text;
    return known.sheet;
  }
  if (known) release(style);
  const root = style.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot) || ownSheet?.call(style)) return null;
  const sheet = new CSSStyleSheet({ media: style.media });
  sheet.replaceSync(text);
  adopted.set(style, { sheet, root, text });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
}

function release(style: HTMLStyleElement): void {
  const known = adopted.get(style);
  if (!known) return;
  adopted.delete(style);
  known.root.adoptedStyleSheets = known.root.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet);
}

function stylesIn(node: Node): HTMLStyleElement[] {
  if (node instanceof HTMLStyleElement) return [node];
  return node instanceof Element ? [...node.querySelectorAll('style')] : [];
}

function update(records: MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes } of records) {
    const changed = target instanceof HTMLStyleElement ? target : target.parentNode;
    if (changed instanceof HTMLStyleElement) adopt(changed);
    for (const style of [...removedNodes].flatMap(stylesIn)) if (!style.isConnected) release(style);
    for (const style of [...addedNodes].flatMap(stylesIn)) if (style.isConnected) adopt(style);
  }
}

function watch(root: Root): void {
  new MutationObserver(update).observe(root, { childList: true, subtree: true, characterData: true });
}

/** Libraries write rules into the sheet as soon as the element is inserted, before the observer runs. */
function giveSheets(): void {
  Object.defineProperty(HTMLStyleElement.prototype, 'sheet', {
    configurable: true,
    enumerable: true,
    get(this: HTMLStyleElement) {
      return ownSheet?.call(this) ?? (this.isConnected ? adopt(this) : null);
    },
  });
}

/** Observers of a document do not see changes of its shadow trees. */
function watchShadows(): void {
  const attach = Element.prototype.attachShadow;
  // A method has no `prototype`, by which libraries recognize the function of the browser.
  const { attachShadow } = {
    attachShadow(this: Element, init: ShadowRootInit): ShadowRoot {
      const root = attach.call(this, init);
      watch(root);
      return root;
    },
  };
  Element.prototype.attachShadow = attachShadow;
}

watch(document);
giveSheets();
watchShadows();
