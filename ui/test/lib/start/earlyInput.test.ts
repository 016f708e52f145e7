import { beforeEach, expect, test, vi } from 'vitest';
import { recordEarlyInput, replayEarlyInput } from '../../../src/lib/start/earlyInput';

const openSearch = vi.fn();

beforeEach(() => {
  openSearch.mockClear();
  recordEarlyInput();
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
  replayEarlyInput(openSearch);
  expect(pressed).toHaveBeenCalledOnce();
  button.click();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('links, submit buttons and popovers are left to the browser', () => {
  const root = page(
    '<a href="#x">x</a><form><button>y</button></form><button type="button" popovertarget="z">z</button>',
  );
  const seen = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener('click', seen);
  for (const element of root.querySelectorAll<HTMLElement>('a, button')) element.click();
  expect(seen).toHaveBeenCalledTimes(3);
  replayEarlyInput(openSearch);
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
  replayEarlyInput(openSearch);
  expect(seen.mock.calls.map(([{ target }]) => (target as Element).textContent)).toEqual(['b', 'a']);
});

test('what is typed after a slash or on the search button becomes the text of the search', () => {
  const button = page('<button type="button" class="sbtn">Search</button>').querySelector('button')!;
  for (const event of type(document.body, '/', 'a', ' ', 'b', 'x', 'Backspace'))
    expect(event.defaultPrevented).toBe(true);
  replayEarlyInput(openSearch);
  expect(openSearch).toHaveBeenCalledExactlyOnceWith('a b');
  recordEarlyInput();
  type(button, 'g', 'Enter');
  replayEarlyInput(openSearch);
  expect(openSearch).toHaveBeenLastCalledWith('g');
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
  replayEarlyInput(openSearch);
  expect(texts).toEqual(['ab']);
  expect(openSearch).not.toHaveBeenCalled();
});

test('a control that is inert is pressed when it is usable', async () => {
  const root = page('<main><div data-island="X"><button inert>x</button></div></main>');
  const button = root.querySelector('button')!;
  button.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  const click = new MouseEvent('click', { clientX: 5, clientY: 5, bubbles: true, cancelable: true });
  root.querySelector('[data-island]')!.dispatchEvent(click);
  replayEarlyInput(openSearch);
  expect(pressed).not.toHaveBeenCalled();
  button.removeAttribute('inert');
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
});
