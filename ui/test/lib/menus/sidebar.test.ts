import { expect, test } from 'vitest';
import { activeKeys, initialKeys, openKeys, toggleKey } from '../../../src/lib/menus/sidebar';
import { servedTree, tree } from '../../fixtures';

test('the keys around a page are the same in the served part and in the complete tree', () => {
  const way = ['/Characters', '/Characters/Cryo'];
  expect(activeKeys(tree, '/characters/cryo/ganyu')).toEqual(way);
  expect(activeKeys(servedTree, '/characters/cryo/ganyu')).toEqual(way);
});

test("a category's own page opens it", () => {
  expect(activeKeys(tree, '/characters')).toEqual(['/Characters']);
  expect(activeKeys(tree, '/nowhere')).toEqual([]);
});

test('categories that start open are open', () => {
  const open = tree.map((item) =>
    item.type === 'category' && item.label === 'Mechanics' ? { ...item, collapsed: false } : item,
  );
  expect([...initialKeys(open, '/')]).toEqual(['/Mechanics']);
});

test('opening closes the open sibling of the same level only', () => {
  const open = new Set(['/Characters', '/Characters/Cryo']);
  expect([...toggleKey(open, '/Characters/Geo', true)]).toEqual(['/Characters', '/Characters/Geo']);
  expect([...toggleKey(open, '/Characters/Geo', false)]).toEqual([
    '/Characters',
    '/Characters/Cryo',
    '/Characters/Geo',
  ]);
});

test('closing leaves the others', () => {
  expect([...toggleKey(new Set(['/A', '/B']), '/A', true)]).toEqual(['/B']);
});

test('opening an open category changes nothing', () => {
  const open = new Set(['/A']);
  expect(openKeys(open, ['/A'], true)).toBe(open);
});
