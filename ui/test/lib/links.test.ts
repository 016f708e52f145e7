import { expect, test } from 'vitest';
import { eventLink, isJump, isPlainClick, pageUrl } from '../../src/lib/links';

function anchor(attributes: string): HTMLAnchorElement {
  document.body.innerHTML = `<a ${attributes}><b>x</b></a>`;
  return document.querySelector('a')!;
}

test('links to pages of this site are handled', () => {
  expect(pageUrl(anchor('href="/tcg?a=1#x"'), '/')?.pathname).toBe('/tcg');
  expect(pageUrl(anchor('href="/tcg" target="_self"'), '/')).not.toBeNull();
});

test.each([
  'href="https://other.test/"',
  'href="/tcg" target="_blank"',
  'href="/tcg" download',
  'href="/img/logo.svg"',
  'href="/tcg" data-full-load',
  'href="mailto:a@b.test"',
])('%s is left to the browser', (attributes) => {
  expect(pageUrl(anchor(attributes), '/')).toBeNull();
});

test('links outside the base path are left to the browser', () => {
  expect(pageUrl(anchor('href="/other"'), '/docs/')).toBeNull();
  expect(pageUrl(anchor('href="/docs/a"'), '/docs/')).not.toBeNull();
});

test('modified, secondary and handled clicks are left alone', () => {
  expect(isPlainClick(new MouseEvent('click'))).toBe(true);
  expect(isPlainClick(new MouseEvent('click', { ctrlKey: true }))).toBe(false);
  expect(isPlainClick(new MouseEvent('click', { button: 1 }))).toBe(false);
  const handled = new MouseEvent('click', { cancelable: true });
  handled.preventDefault();
  expect(isPlainClick(handled)).toBe(false);
});

test('the link is found from the clicked element inside it', () => {
  const link = anchor('href="/tcg"');
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.addEventListener('click', (click) => click.preventDefault(), { once: true });
  document.querySelector('b')!.dispatchEvent(event);
  expect(eventLink(event)).toBe(link);
});

test('a hash on the shown page is a jump', () => {
  window.history.replaceState(null, '', '/tcg?a=1');
  expect(isJump(new URL('http://library.test/tcg?a=1#x'))).toBe(true);
  expect(isJump(new URL('http://library.test/tcg#x'))).toBe(false);
});
