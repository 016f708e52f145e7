import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enhanceTables } from '../../src/enhancements/enhanceTables';
import { nearest, readLinks } from '../../src/enhancements/similarPages';
import { lazyEnhancements } from '../../src/enhancements/lazyEnhancements';
import type { PageLoader } from '../../src/lib/navigation/pageLoader';
import { expectNoViolations } from '../axe';
import { docPage } from '../fixtures';

let stop = () => {};
const load = vi.fn(async () => ({ type: 'page', page: docPage, slots: [], head: '', sameBuild: true }));
const loader = { load, prefetch: vi.fn() } as unknown as PageLoader;
const card = () => document.querySelector('[role=tooltip]');

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function shut(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('a link that keeps the focus shows a preview of its target, until Escape', async () => {
  document.body.innerHTML = '<main><div data-slot="0"><a href="/other">Other</a></div></main>';
  stop = lazyEnhancements('/', loader);
  const link = document.querySelector('a')!;
  link.focus();
  await waitFor(() => expect(card()).toBeTruthy());
  expect(card()!.textContent).toBe('GanyuAbout Ganyu.');
  expect(link.getAttribute('aria-describedby')).toBe(card()!.id);
  fireEvent.keyDown(link, { key: 'Escape' });
  expect(card()).toBeNull();
  expect(link.hasAttribute('aria-describedby')).toBe(false);
});

test('links outside articles have no preview, nor has any while the reader saves data', async () => {
  vi.useFakeTimers();
  load.mockClear();
  document.body.innerHTML = '<a id="a" href="/x">x</a><div data-slot="0"><a id="b" href="/y">y</a></div>';
  stop = lazyEnhancements('/', loader);
  document.getElementById('a')!.focus();
  vi.advanceTimersByTime(2000);
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  document.getElementById('b')!.focus();
  vi.advanceTimersByTime(2000);
  expect(load).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a question mark lists the shortcuts, but not while the reader types', async () => {
  document.body.innerHTML = '<input aria-label="x">';
  stop = lazyEnhancements('/', loader);
  fireEvent.keyDown(document.querySelector('input')!, { key: '?' });
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = await waitFor(() => document.querySelector('dialog') ?? Promise.reject(new Error('no dialog')));
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  expect(dialog.textContent).toContain('Ctrl K');
  await expectNoViolations(document.body);
  fireEvent.click(dialog.querySelector('button')!);
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test('the link of a heading is copied, and that is announced', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  document.body.innerHTML = '<h2 id="x">X<a class="hash-link" href="#x">#</a></h2>';
  stop = lazyEnhancements('/', loader);
  fireEvent.click(document.querySelector('a')!);
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/#x`);
  await waitFor(() => expect(document.querySelector('[aria-live]')?.textContent).toBe('Link copied'));
});

test('a marked table is sorted by a column, numbers as numbers', () => {
  const rows = [
    ['b', '1,000'],
    ['a', '−3'],
    ['c', '20 %'],
  ];
  document.body.innerHTML = `<table data-sortable><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody>${rows
    .map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`)
    .join('')}</tbody></table><table><thead><tr><th>x</th></tr></thead></table>`;
  enhanceTables(document);
  enhanceTables(document);
  const buttons = [...document.querySelectorAll('button')];
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual(['Sort by Name', 'Sort by Value']);
  const names = () => [...document.querySelectorAll('tbody td:first-child')].map((one) => one.textContent);
  fireEvent.click(buttons[1]!);
  expect(names()).toEqual(['a', 'c', 'b']);
  fireEvent.click(buttons[1]!);
  expect(names()).toEqual(['b', 'c', 'a']);
  expect(buttons[1]!.closest('th')!.getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(buttons[0]!);
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('the most similar pages come first, unrelated ones not at all', () => {
  const text =
    '# T\n- [Ganyu](http://x.test/characters/cryo/ganyu.md): one\n- [Hu Tao](http://x.test/characters/pyro/hu-tao.md)\n- [Home](http://x.test/index.md)\n';
  const links = readLinks(text);
  expect(links.map(({ href }) => href)).toEqual(['/characters/cryo/ganyu', '/characters/pyro/hu-tao', '/']);
  expect(nearest('/characters/ganyuu', links).map(({ title }) => title)[0]).toBe('Ganyu');
  expect(nearest('/hutao', links).map(({ title }) => title)).toEqual(['Hu Tao']);
  expect(nearest('/zzz', links)).toEqual([]);
});
