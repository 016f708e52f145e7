import { afterEach, expect, test, vi } from 'vitest';
import { addRest, putStart, whenWhole } from '../../../src/lib/navigation/articleRest';

const LONG = Array.from({ length: 12 }, (_, at) => `<p id="p${at}">${'x'.repeat(200)}</p>`).join('\n');

function put(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const box = document.createElement('div');
  putStart(template.content, box);
  return box;
}

afterEach(() => addRest());

test('the first frame has the start of a long article, and the rest follows in its order', () => {
  const box = put(LONG);
  expect([...box.children].map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
  const prepared = vi.fn();
  addRest(prepared);
  expect(box.innerHTML).toBe(LONG);
  expect(prepared.mock.calls[0]![0]).toHaveLength(7);
});

test('elements count like characters, and a block stays whole', () => {
  const cells = '<td></td>'.repeat(100);
  const box = put(`<table><tbody><tr>${cells}</tr></tbody></table>${LONG}`);
  expect(box.children).toHaveLength(1);
});

test('an article of which little would be left is put in whole', () => {
  const html = `<p>${'x'.repeat(950)}</p><p>${'y'.repeat(100)}</p>`;
  expect(put(html).innerHTML).toBe(html);
});

test('who reads whole articles waits for the rest, and not without one', () => {
  const now = vi.fn(() => undefined);
  whenWhole(now);
  expect(now).toHaveBeenCalledOnce();

  put(LONG);
  const stop = vi.fn();
  const run = vi.fn(() => stop);
  const leave = whenWhole(run);
  const never = vi.fn(() => undefined);
  whenWhole(never)();
  expect(run).not.toHaveBeenCalled();
  addRest();
  expect(run).toHaveBeenCalledOnce();
  leave();
  expect(stop).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
});
