import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForSearchField } from '../../src/lib/browser/searchField';
import type { SearchContext } from '../../src/search/types';
import { docPage, site } from '../fixtures';

const modal = { toggleModal: vi.fn() };
const at = (text: string) => ({ text, start: text.length, end: text.length });
const context: SearchContext = { site, page: docPage, navigate: vi.fn() };
let stop = () => {};
let field: HTMLInputElement;

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  document.body.innerHTML = '<input id="field" data-search-field=""><input id="other">';
  field = document.querySelector<HTMLInputElement>('#field')!;
});
afterEach(() => {
  stop();
  vi.doUnmock('../../src/search/modal/modal');
});

/** The search, whose modal's script is there or cannot be loaded. */
async function search(isThere: boolean) {
  vi.doMock('../../src/search/modal/modal', () => {
    if (!isThere) throw new Error('no such file');
    return modal;
  });
  return import('../../src/search/lazySearch');
}

function type(text: string, more: InputEventInit = {}, into = field) {
  into.value += text;
  into.dispatchEvent(new InputEvent('input', { bubbles: true, ...more }));
}

test('the modal takes over what is typed into the field, also while its script is loading', async () => {
  const { openSearch } = await search(true);
  stop = listenForSearchField((typed) => openSearch(context, typed));
  type('g');
  type('a');
  expect(field.value, 'the text stays in sight until the modal has it').toBe('ga');
  await vi.waitFor(() => expect(field.value).toBe(''));
  expect(modal.toggleModal.mock.calls).toEqual([[context, at('ga')]]);
  type('x', {}, document.querySelector<HTMLInputElement>('#other')!);
  expect(modal.toggleModal).toHaveBeenCalledTimes(1);
});

test('an input method finishes its word before the modal takes it', async () => {
  const open = vi.fn();
  stop = listenForSearchField(open);
  type('k', { isComposing: true });
  type('a', { isComposing: true });
  expect(open).not.toHaveBeenCalled();
  expect(field.value).toBe('ka');
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'か' }));
  expect(open).toHaveBeenCalledWith(field);
});

test('the field keeps its text where no search opens', () => {
  stop = listenForSearchField(() => {});
  type('ganyu');
  expect(field.value).toBe('ganyu');
});

test('without the script of the modal, the search page gets the query, and the next opening starts empty', async () => {
  const { openSearch } = await search(false);
  openSearch(context, field);
  type('hu tao');
  openSearch(context, field);
  await vi.waitFor(() => expect(context.navigate).toHaveBeenCalledWith('/search?q=hu%20tao'));
  expect(context.navigate).toHaveBeenCalledTimes(1);
  openSearch(context);
  await vi.waitFor(() => expect(context.navigate).toHaveBeenLastCalledWith('/search'));
});

test('letters typed on the button while the script is loading become one query', async () => {
  const { openSearch } = await search(true);
  for (const letter of 'gan') openSearch(context, letter);
  await vi.waitFor(() => expect(modal.toggleModal).toHaveBeenCalled());
  expect(modal.toggleModal.mock.calls).toEqual([[context, at('gan')]]);
});

test('what is selected on the page is the text, selected', async () => {
  const { openSearch } = await search(true);
  vi.spyOn(window, 'getSelection').mockReturnValue({ toString: () => ' Internal Cooldown ' } as Selection);
  openSearch(context);
  await vi.waitFor(() => expect(modal.toggleModal).toHaveBeenCalled());
  expect(modal.toggleModal.mock.calls).toEqual([[context, { text: 'Internal Cooldown', start: 0, end: 17 }]]);
});
