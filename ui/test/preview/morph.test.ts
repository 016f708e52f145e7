import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script that is served as it is.
import { morph } from '../../../server/overlay/morph.js';

function element(html: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box;
}

/** Morphs what `change` made of the first version. */
function morphed(before: string, after: string, change: (live: HTMLElement) => void = () => {}) {
  const live = element(before);
  change(live);
  const fresh: Element[] = morph(live, element(before), element(after));
  return { live, fresh, html: live.innerHTML };
}

describe('morph', () => {
  it.each([
    ['<p>One</p><p>Two</p>', '<p>Two</p><p>Three</p>'],
    ['<p>a <b>b</b> c</p>', '<p>a <i>b</i> d</p>'],
    ['', '<p>first</p>text'],
    ['<ul><li>1</li><li>2</li><li>3</li></ul>', '<ul><li>0</li><li>2</li></ul>'],
    ['<p class="x" id="y">t</p>', '<p class="z">t</p>'],
    ['<p>a</p>', ''],
    [
      '<table><tbody><tr><td>1</td></tr></tbody></table>',
      '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    ['text', '<!-- comment -->other<pre>code</pre>'],
  ])('makes %s what the new version says', (before, after) => {
    expect(morphed(before, after).html).toBe(element(after).innerHTML);
    expect(morphed(after, before).html).toBe(element(before).innerHTML);
  });

  it('keeps nodes that did not change, wherever they are now', () => {
    const live = element('<p>a</p><p>b</p><p>c</p>');
    const [, second, third] = live.children;
    morph(live, element(live.innerHTML), element('<p>new</p><p>b</p><p>more</p><p>c</p>'));
    expect(live.children[1]).toBe(second);
    expect(live.children[3]).toBe(third);
  });
});

describe('morph of what scripts changed', () => {
  it('keeps attributes and nodes that scripts added', () => {
    const { html } = morphed(
      '<details><summary>S</summary>text</details><div class="code-block"><pre>a</pre></div>',
      '<details><summary>S</summary>words</details><div class="code-block"><pre>b</pre></div>',
      (live) => {
        live.querySelector('details')?.setAttribute('open', '');
        live.querySelector('.code-block')?.insertAdjacentHTML('beforeend', '<div class="code-tools">x</div>');
      },
    );
    expect(html).toBe(
      '<details open=""><summary>S</summary>words</details><div class="code-block"><pre>b</pre><div class="code-tools">x</div></div>',
    );
  });

  it('writes into the box that a script put around the content of details', () => {
    const { html } = morphed(
      '<details><summary>S</summary><p>a</p></details>',
      '<details><summary>S</summary><p>a</p><p>b</p></details>',
      (live) => {
        const [summary, paragraph] = live.querySelectorAll('summary, p');
        live.innerHTML = '<details open><div class="fold-box"><div class="details-b"></div></div></details>';
        live.querySelector('details')?.prepend(summary as Node);
        live.querySelector('.details-b')?.append(paragraph as Node);
      },
    );
    expect(html).toContain('<div class="details-b"><p>a</p><p>b</p></div>');
  });

  it('keeps an island whose number alone changed, and replaces one with other properties', () => {
    const island = (number: number, props: string) =>
      `<div data-island="C" data-props="${props}" data-prefix="uid-${number}-"><p id="uid-${number}-x">0</p></div>`;
    const live = element(island(1, 'a') + island(2, 'b'));
    const before = element(live.innerHTML);
    const [first, second] = live.children;
    if (first) first.innerHTML = '<p>changed by the reader</p>';
    const fresh: Element[] = morph(live, before, element(`<p>new</p>${island(2, 'a')}${island(3, 'other')}`));
    expect(live.children[1]).toBe(first);
    expect(live.children[1]?.textContent).toBe('changed by the reader');
    expect(fresh.map((one) => one.getAttribute('data-props'))).toEqual([null, 'other']);
    expect(second?.isConnected).toBe(false);
  });

  it('replaces the content of an element that a script changed beyond recognition', () => {
    const change = (live: HTMLElement) => live.replaceChildren(document.createElement('section'));
    expect(morphed('<p>a</p>', '<p>b</p>', change).html).toBe('<p>b</p>');
  });

  it('replaces a table that the reader has sorted', () => {
    const table = (last: string) =>
      `<table><thead><tr><th>H</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>${last}</td></tr></tbody></table>`;
    const { html } = morphed(table('2'), table('3'), (live) => {
      live.querySelector('th')?.setAttribute('aria-sort', 'descending');
      const body = live.querySelector('tbody');
      if (body?.firstChild) body.append(body.firstChild);
    });
    expect(html).toContain('<tr><td>1</td></tr><tr><td>3</td></tr>');
  });
});
