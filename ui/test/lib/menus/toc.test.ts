import { expect, test } from 'vitest';
import { activeHeading, nestToc } from '../../../src/lib/menus/toc';

const spy = { navHeight: 56, windowHeight: 800, atEnd: false };

test('entries nest by level', () => {
  const item = (id: string, level: number) => ({ id, html: id, level });
  const [a, b] = nestToc([item('a', 2), item('a1', 3), item('a2', 3), item('b', 2)]);
  expect(a?.children.map(({ id }) => id)).toEqual(['a1', 'a2']);
  expect(b?.children).toEqual([]);
});

test('none is active before the first heading', () => {
  expect(activeHeading({ ...spy, tops: [500, 900] })).toBe(-1);
});

test('the first heading below the navbar counts from the upper half of the window', () => {
  expect(activeHeading({ ...spy, tops: [-100, 300] })).toBe(1);
  expect(activeHeading({ ...spy, tops: [-100, 500] })).toBe(0);
});

test('past all headings, or at the end of the page, the last is active', () => {
  expect(activeHeading({ ...spy, tops: [-900, -100] })).toBe(1);
  expect(activeHeading({ ...spy, tops: [-900, 700], atEnd: true })).toBe(1);
  expect(activeHeading({ ...spy, tops: [] })).toBe(-1);
});
