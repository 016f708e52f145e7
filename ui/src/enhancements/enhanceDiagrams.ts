/**
 * Draws the Mermaid diagrams of an article when they come near the view, in the colours of the page's mode. Loaded only on
 * pages that have one. Until a diagram is drawn, and where it cannot be, its source is shown.
 *
 * The Content-Security-Policy refuses style elements and style attributes, so what Mermaid writes as such is set through
 * the object model, which it allows.
 */

import { settings, source } from 'virtual:bindery-diagrams';

type Mermaid = {
  initialize: (options: object) => void;
  render: (id: string, text: string, container: Element) => Promise<unknown>;
};
type Drawing = { svg: Element; sheets: CSSStyleSheet[] };

const SVG = 'http://www.w3.org/2000/svg';

let loading: Promise<Mermaid> | undefined;
/** Mermaid draws one diagram at a time. */
let last: Promise<unknown> = Promise.resolve();
let count = 0;

export function enhanceDiagrams(root: ParentNode): () => void {
  const drawn = new Map<Element, Drawing | null>();
  let isLeft = false;
  const show = async (code: Element) => {
    if (isLeft) return;
    const drawing = await draw(code.textContent ?? '');
    if (isLeft) remove(code, drawing);
    else drawn.set(code, replace(code, drawing, drawn.get(code)));
  };
  const queue = (code: Element) => {
    if (!drawn.has(code)) drawn.set(code, null);
    last = last.then(() => show(code)).catch((error: unknown) => console.warn('mermaid', error));
  };
  const near = new IntersectionObserver(
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && !drawn.has(target) && queue(target)),
    { rootMargin: '50%' },
  );
  for (const code of root.querySelectorAll('pre.mermaid')) near.observe(code);
  const modes = new MutationObserver(() => [...drawn.keys()].forEach(queue));
  modes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    isLeft = true;
    near.disconnect();
    modes.disconnect();
    for (const [code, drawing] of drawn) remove(code, drawing);
  };
}

/** Puts a drawing before its source, which is hidden, and removes the earlier one. */
function replace(code: Element, drawing: Drawing, earlier: Drawing | null | undefined): Drawing {
  remove(code, earlier);
  const block = blockOf(code);
  const figure = document.createElement('div');
  figure.className = 'diagram';
  figure.append(drawing.svg);
  block?.before(figure);
  if (block) block.hidden = true;
  return drawing;
}

/** Removes a drawing, and shows its source again. */
function remove(code: Element, drawing: Drawing | null | undefined): void {
  if (!drawing) return;
  const block = blockOf(code);
  if (block) block.hidden = false;
  drawing.svg.parentElement?.remove();
  unadopt(drawing.sheets);
}

function unadopt(sheets: CSSStyleSheet[]): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
}

function blockOf(code: Element): HTMLElement | null {
  return code.closest<HTMLElement>('.code-block');
}

async function draw(text: string): Promise<Drawing> {
  const mermaid = await load();
  const isDark = document.documentElement.dataset.theme === 'dark';
  mermaid.initialize({
    fontFamily: getComputedStyle(document.body).fontFamily,
    ...settings?.options,
    theme: isDark ? settings?.dark : settings?.light,
    startOnLoad: false,
    suppressErrorRendering: true,
  });
  count += 1;
  const id = `diagram-${count}`;
  const stage = document.createElement('div');
  stage.className = 'diagram-stage';
  document.body.append(stage);
  // What Mermaid returns as text would lose the styles: the elements are taken when it removes them.
  const records: MutationRecord[] = [];
  const removed = new MutationObserver((some) => records.push(...some));
  removed.observe(stage, { childList: true });
  try {
    const sheets = await underPolicy(() => mermaid.render(id, text, stage));
    records.push(...removed.takeRecords());
    const nodes = records.flatMap(({ removedNodes }) => [...removedNodes]);
    const svg = nodes.map((node) => (node instanceof Element ? node.querySelector(`#${id}`) : null)).find((one) => one);
    if (!svg) throw new Error('nothing was drawn');
    return { svg, sheets };
  } finally {
    removed.disconnect();
    stage.remove();
  }
}

/** Runs `render`, during which style attributes and style elements are set in ways that the policy allows. */
async function underPolicy(render: () => Promise<unknown>): Promise<CSSStyleSheet[]> {
  const sheets: CSSStyleSheet[] = [];
  const { setAttribute } = Element.prototype;
  const { parseFromString } = DOMParser.prototype;
  const createElement = document.createElement.bind(document);
  const createElementNS = document.createElementNS.bind(document);
  const create = (name: string, make: () => Element) => (/^style$/i.test(name) ? styleSink() : make());
  const styleSink = () => {
    const element = createElementNS(SVG, 'metadata');
    const set = (css: string) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      sheets.push(sheet);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    };
    for (const name of ['innerHTML', 'textContent']) Object.defineProperty(element, name, { get: () => '', set });
    return element;
  };
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && 'style' in this) (this as HTMLElement).style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  // What is parsed is only looked through, so it needs no styles.
  DOMParser.prototype.parseFromString = function (text, type) {
    return parseFromString.call(this, String(text).replace(/\sstyle=(?:"[^"]*"|'[^']*')/g, ''), type);
  };
  Object.assign(document, {
    createElement: (name: string, options?: ElementCreationOptions) => create(name, () => createElement(name, options)),
    createElementNS: (space: string, name: string) => create(name, () => createElementNS(space, name)),
  });
  try {
    await render();
    return sheets;
  } catch (error) {
    unadopt(sheets);
    throw error;
  } finally {
    Element.prototype.setAttribute = setAttribute;
    DOMParser.prototype.parseFromString = parseFromString;
    Object.assign(document, { createElement, createElementNS });
  }
}

function load(): Promise<Mermaid> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source ?? '';
    script.onload = () => resolve((window as unknown as { mermaid: Mermaid }).mermaid);
    script.onerror = () => {
      loading = undefined;
      reject(new Error(`cannot load ${script.src}`));
    };
    document.head.append(script);
  });
  return loading;
}
