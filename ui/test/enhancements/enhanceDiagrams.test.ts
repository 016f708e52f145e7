import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enhanceDiagrams } from '../../src/enhancements/enhanceDiagrams';

let intersect: (target: Element) => void = () => {};
let stop = () => {};
const themes: unknown[] = [];

class Observer {
  constructor(callback: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    intersect = (target) => callback([{ target, isIntersecting: true }]);
  }
  observe() {}
  disconnect() {}
}

class Sheet {
  replaceSync(text: string) {
    Object.assign(this, { text });
  }
}

/** Draws as Mermaid does: in the container, with a style element and style attributes, and removes it at the end. */
const mermaid = {
  initialize: ({ theme }: { theme: unknown }) => themes.push(theme),
  async render(id: string, text: string, container: Element) {
    if (text.includes('wrong')) throw new Error('not right');
    const box = container.appendChild(document.createElement('div'));
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.id = id;
    svg.setAttribute('style', 'max-width: 5px');
    svg.append(text);
    box.append(svg);
    const style = document.createElement('style');
    style.innerHTML = `#${id} { fill: red }`;
    svg.prepend(style);
    await Promise.resolve();
    box.remove();
  },
};

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('CSSStyleSheet', Sheet);
  vi.stubGlobal('mermaid', mermaid);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  Object.assign(document, { adoptedStyleSheets: [] });
  document.documentElement.dataset.theme = 'light';
  const block = (text: string) => `<div class="code-block"><pre class="mermaid"><code>${text}</code></pre></div>`;
  document.body.innerHTML = block('A to B') + block('wrong');
  stop = enhanceDiagrams(document);
  // jsdom loads no scripts.
  new MutationObserver((_, observer) => {
    const script = document.head.querySelector<HTMLScriptElement>('script[src="/assets/mermaid.js"]');
    if (!script) return;
    observer.disconnect();
    script.dispatchEvent(new Event('load'));
  }).observe(document.head, { childList: true });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
});

const blocks = () => [...document.querySelectorAll<HTMLElement>('.code-block')];
const drawing = () => document.querySelector('.diagram svg');

test('a diagram near the view is drawn, and one that is wrong stays as its source', async () => {
  const sources = [...document.querySelectorAll('pre')];
  sources.forEach((source) => intersect(source));
  await vi.waitFor(() => expect(drawing()?.textContent).toContain('A to B'));
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledWith('mermaid', new Error('not right')));
  expect(blocks().map(({ hidden }) => hidden)).toEqual([true, false]);
  expect(document.querySelector('style, .diagram-stage')).toBeNull();
  expect(drawing()?.getAttribute('style')).toBe('max-width: 5px;');
  expect(document.adoptedStyleSheets).toEqual([{ text: expect.stringContaining('fill: red') }]);
});

test('another colour mode draws it again, and what is left behind leaves no style sheet', async () => {
  intersect(document.querySelector('pre')!);
  await vi.waitFor(() => expect(drawing()).not.toBeNull());
  const first = drawing();
  document.documentElement.dataset.theme = 'dark';
  await vi.waitFor(() => expect(drawing()?.id).not.toBe(first?.id));
  expect(themes.slice(-2)).toEqual(['default', 'dark']);
  expect(document.querySelectorAll('.diagram')).toHaveLength(1);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  stop();
  expect(document.adoptedStyleSheets).toHaveLength(0);
  expect(blocks().map(({ hidden }) => hidden)).toEqual([false, false]);
});

test('a diagram that is drawn after the reader left the page leaves nothing', async () => {
  const render = vi.spyOn(mermaid, 'render');
  intersect(document.querySelector('pre')!);
  await vi.waitFor(() => expect(render).toHaveBeenCalled());
  stop();
  await vi.waitFor(() => expect(document.querySelector('.diagram-stage')).toBeNull());
  expect(drawing()).toBeNull();
  expect(document.adoptedStyleSheets).toEqual([]);
});
