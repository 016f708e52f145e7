import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  actWithoutInterface,
  openControls,
  recordEarlyInput,
  replayEarlyInput,
} from '../../../src/lib/start/earlyInput';
import { takeSearchText } from '../../../src/lib/start/searchText';

const openSearch = vi.fn();

let listeners: Parameters<typeof window.addEventListener>[] = [];

beforeEach(() => {
  openSearch.mockClear();
  const listens = vi.spyOn(window, 'addEventListener');
  recordEarlyInput();
  listeners = [...listens.mock.calls];
  listens.mockRestore();
});
// The window is that of other files, too.
afterEach(() => {
  for (const [type, listener] of listeners) window.removeEventListener(type, listener, true);
});

function page(html: string): HTMLElement {
  document.body.innerHTML = `<div id="__bindery">${html}</div>`;
  return document.getElementById('__bindery')!;
}

function type(target: Element, ...keys: string[]): KeyboardEvent[] {
  return keys.map((key) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event;
  });
}

test('a button is pressed again once, and not before the replay', () => {
  const button = page('<button type="button"><i>x</i></button>').querySelector('button')!;
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  button.querySelector('i')!.click();
  expect(pressed).not.toHaveBeenCalled();
  void replayEarlyInput(openSearch);
  expect(pressed).toHaveBeenCalledOnce();
  button.click();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a button without a type in an island is pressed again once the island works', async () => {
  const root = page('<div data-island="Counter"><button>0</button></div>');
  const button = root.querySelector('button')!;
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  button.click();
  void replayEarlyInput(openSearch);
  expect(pressed).not.toHaveBeenCalled();
  root.querySelector<HTMLElement>('[data-island]')!.dataset.live = '';
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
});

test('links, submit buttons and popovers are left to the browser', () => {
  const root = page(
    '<a href="#x">x</a><form><button>y</button></form><button type="button" popovertarget="z">z</button>',
  );
  const seen = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener('click', seen);
  for (const element of root.querySelectorAll<HTMLElement>('a, button')) element.click();
  expect(seen).toHaveBeenCalledTimes(3);
  void replayEarlyInput(openSearch);
  expect(seen).toHaveBeenCalledTimes(3);
});

test('a category that only opens and closes does so; one with a page is a link', () => {
  const root = page(
    '<li class="cat"><div class="row"><a href="#a">a</a><svg class="caret"></svg></div></li><li class="cat"><div class="row"><a href="#b">b</a></div></li>',
  );
  const seen = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener('click', seen);
  for (const link of root.querySelectorAll('a')) link.click();
  expect(seen.mock.calls.map(([{ target }]) => (target as Element).textContent)).toEqual(['b']);
  void replayEarlyInput(openSearch);
  expect(seen.mock.calls.map(([{ target }]) => (target as Element).textContent)).toEqual(['b', 'a']);
});

const focused = () => document.activeElement as HTMLInputElement;

test('a slash, Ctrl+K and letters on the search button move the focus into a field that keeps what is typed', () => {
  const button = page('<button type="button" class="sbtn">Search</button>').querySelector('button')!;
  button.focus();
  expect(type(button, 'Enter', 'g').map(({ defaultPrevented }) => defaultPrevented)).toEqual([false, true]);
  expect(focused().value).toBe('g');
  // The browser edits the text by itself.
  expect(type(focused(), 'a', ' ', '/', 'Backspace', 'End').some(({ defaultPrevented }) => defaultPrevented)).toBe(
    false,
  );
  expect(type(focused(), 'Tab', 'PageDown').every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
  focused().value = 'ga';
  void replayEarlyInput(openSearch);
  expect(openSearch).toHaveBeenCalledOnce();
  expect(takeSearchText()).toEqual({ text: 'ga', start: 2, end: 2 });
  expect(document.activeElement).toBe(button);
  type(document.body, '/');
  expect(openSearch, 'keys open the search from now on').toHaveBeenCalledTimes(2);
  takeSearchText();
});

test('Ctrl+K opens the search anywhere, a slash only where nobody types', async () => {
  const field = page('<button type="button" class="sbtn">x</button><input>').querySelector('input')!;
  await replayEarlyInput(openSearch);
  const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  press(field, '/');
  press(field, 'k');
  expect(openSearch).not.toHaveBeenCalled();
  expect(press(field, 'k', { ctrlKey: true }), 'the browser’s own search bar stays closed').toBe(false);
  press(document.body, '/');
  expect(openSearch).toHaveBeenCalledTimes(2);
  takeSearchText();
});

test('Escape ends the search before it opens', () => {
  const button = page('<button type="button" class="sbtn">Search</button>').querySelector('button')!;
  button.click();
  expect(document.activeElement?.tagName).toBe('INPUT');
  type(focused(), 'Escape');
  void replayEarlyInput(openSearch);
  expect(openSearch).not.toHaveBeenCalled();
});

test('keys of the search do nothing where there is none', () => {
  page('<input>');
  expect(type(document.body, '/')[0]?.defaultPrevented).toBe(false);
});

test('without the interface the search page takes the query, and the button of the colour mode acts', () => {
  const root = page('<button type="button" class="mode">x</button><button type="button" class="menu">y</button>');
  const [mode, menu] = root.querySelectorAll('button');
  const pressed = vi.fn();
  menu!.addEventListener('click', pressed);
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="__bindery_data">{"site":{}}</script>',
  );
  document.documentElement.dataset.theme = 'dark';
  menu!.click();
  mode!.click();
  const fetched = vi.fn().mockRejectedValue(new TypeError('offline'));
  vi.stubGlobal('fetch', fetched);
  actWithoutInterface();
  vi.unstubAllGlobals();
  expect(fetched, 'the page is asked for, since the menu needs the interface').toHaveBeenCalledOnce();
  const { theme, themeChoice } = document.documentElement.dataset;
  expect([theme, themeChoice, localStorage.getItem('theme')]).toEqual(['light', 'light', 'light']);
  void replayEarlyInput(openSearch);
  expect(pressed).not.toHaveBeenCalled();
});

test.each(['', 'data-island="X"'])('each press of a toggle counts, %j', async (island) => {
  const root = page(`<div ${island}><button type="button">x</button></div>`);
  const button = root.querySelector('button')!;
  let [presses, isOn, shown] = [0, false, false];
  // As React does: the handler sees the state of the last render, which is a microtask after the press.
  button.addEventListener('click', () => {
    presses++;
    const next = !shown;
    queueMicrotask(() => {
      isOn = shown = next;
    });
  });
  button.click();
  button.click();
  await replayEarlyInput(openSearch);
  (root.firstElementChild as HTMLElement).dataset.live = '';
  await vi.waitFor(() => expect(presses).toBe(2));
  await null;
  expect(isOn).toBe(false);
});

test('keys typed into a field stay there, and the field reports its text again', () => {
  const field = page('<input value="a">').querySelector('input')!;
  const [key] = type(field, '/');
  expect(key?.defaultPrevented).toBe(false);
  field.value = 'ab';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const texts: string[] = [];
  field.addEventListener('input', () => texts.push(field.value));
  // React's first render replaces the text.
  field.value = '';
  void replayEarlyInput(openSearch);
  expect(texts).toEqual(['ab']);
  expect(openSearch).not.toHaveBeenCalled();
});

test('controls of an island can be used at once, and act in order when it works', async () => {
  const root = page(
    '<main><div data-island="X"><input inert value="1"><input type="checkbox" inert><button type="button" inert>x</button></div></main>',
  );
  const [field, box] = root.querySelectorAll('input');
  const [island, button] = [root.querySelector<HTMLElement>('[data-island]')!, root.querySelector('button')!];
  openControls(document);
  expect(root.querySelector('[inert]')).toBeNull();
  const seen: string[] = [];
  field!.addEventListener('input', () => seen.push(field!.value));
  box!.addEventListener('click', () => seen.push('box'));
  button.addEventListener('click', () => seen.push('button'));
  const write = (text: string) => {
    field!.value = text;
    field!.dispatchEvent(new Event('input', { bubbles: true }));
  };
  write('12');
  box!.click();
  await replayEarlyInput(openSearch);
  // The rest of the interface works already.
  button.click();
  write('123');
  write('1234');
  expect(box!.checked).toBe(false);
  seen.length = 0;
  island.dataset.live = '';
  await vi.waitFor(() => expect(seen).toEqual(['12', 'box', 'button', '1234']));
  button.click();
  expect(seen.at(-1)).toBe('button');
});

test('a second Ctrl+K closes the search before it opens', () => {
  page('<button type="button" class="sbtn">Search</button>');
  const press = () =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
    );
  press();
  expect(focused().tagName).toBe('INPUT');
  press();
  expect(document.activeElement).toBe(document.body);
  void replayEarlyInput(openSearch);
  expect(openSearch).not.toHaveBeenCalled();
});

test('heads of columns in an island are pressed again, as buttons if it makes some', async () => {
  const root = page(
    '<div data-island="X"><table><thead><tr><th>a</th><th><a href="#b">b</a></th></tr></thead></table></div>',
  );
  const [head, other] = root.querySelectorAll('th');
  const seen: string[] = [];
  root.addEventListener('click', (event) => {
    event.preventDefault();
    seen.push((event.target as Element).tagName);
  });
  head!.click();
  other!.querySelector('a')!.click();
  await replayEarlyInput(openSearch);
  expect(seen, 'the link is left to the browser').toEqual(['A']);
  head!.innerHTML = '<button type="button">a</button>';
  root.querySelector<HTMLElement>('[data-island]')!.dataset.live = '';
  await vi.waitFor(() => expect(seen).toEqual(['A', 'BUTTON']));
});

test('arrows move the focus between tabs that do not work yet', () => {
  const root = page(
    '<div data-tabs><div role="tablist"><button role="tab">a</button><button role="tab">b</button></div></div>',
  );
  const [first, second] = root.querySelectorAll<HTMLElement>('[role="tab"]');
  first!.focus();
  expect(type(first!, 'ArrowRight')[0]?.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(second);
  root.querySelector<HTMLElement>('[data-tabs]')!.dataset.live = '';
  type(second!, 'ArrowRight');
  expect(document.activeElement, 'left to tabs that work').toBe(second);
});

test('a form of an island without an address is sent again once the island works', async () => {
  const root = page(
    '<div data-island="X"><form id="own"><button>x</button></form><form action="/y"><button>y</button></form></div>',
  );
  const seen: string[] = [];
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    seen.push(event.submitter?.textContent ?? '');
  });
  for (const button of root.querySelectorAll('button')) button.click();
  await replayEarlyInput(openSearch);
  expect(seen).toEqual(['y']);
  root.querySelector<HTMLElement>('[data-island]')!.dataset.live = '';
  await vi.waitFor(() => expect(seen).toEqual(['y', 'x']));
});

test('a field that reports its text again keeps the place of the caret', async () => {
  const field = page('<input>').querySelector('input')!;
  field.focus();
  field.value = 'ac';
  field.setSelectionRange(1, 1);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await replayEarlyInput(openSearch);
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['ac', 1, 1]);
});

test('a press that moves the focus does not take it from where the reader has moved it since', async () => {
  const root = page('<button type="button">x</button><a href="#y">y</a><i tabindex="-1">z</i>');
  const [button, link] = [root.querySelector('button')!, root.querySelector('a')!];
  const moved = vi.fn(() => queueMicrotask(() => root.querySelector('i')!.focus()));
  button.addEventListener('click', moved);
  button.focus();
  button.click();
  link.focus();
  await replayEarlyInput(openSearch);
  expect(moved).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(document.activeElement).toBe(link));
});
