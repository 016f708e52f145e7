import { expect, test } from 'vitest';
import { activeKeys, initialKeys, openKeys, toggleKey, withNewItems } from '../../../src/lib/menus/sidebar';
import type { SidebarItem } from '../../../src/model';
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

const nested: SidebarItem[] = [
  {
    type: 'category',
    label: 'Usage',
    href: null,
    items: [
      {
        type: 'category',
        label: 'Setup',
        href: null,
        collapsed: false,
        items: [{ type: 'link', label: 'A', href: '/a' }],
      },
    ],
  },
];

test('a category that starts open is open in a parent that starts closed', () => {
  expect([...initialKeys(nested, '/a')].sort()).toEqual(['/Usage', '/Usage/Setup']);
});

test('categories that arrive later start as the site says, and the others stay', () => {
  const served: SidebarItem[] = [{ type: 'category', label: 'Usage', href: null }];
  expect([...withNewItems(new Set(), served, nested)]).toEqual(['/Usage/Setup']);
  const closed = new Set(['/Usage']);
  expect(withNewItems(closed, nested, nested)).toEqual(closed);
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
