import { expect, test } from 'vitest';
import { findItems } from '../../../src/lib/menus/sidebarFilter';
import { category, link, tree } from '../../fixtures';

const labels = (text: string, items = tree) => findItems(items, text).map(({ label }) => label);

test('pages and categories are found by all words of their name, in any case and without accents', () => {
  expect(labels('AL')).toEqual(['Aloy', 'Albedo']);
  expect(labels('cr')).toEqual(['Cryo']);
  expect(labels('été guide', [link('Guide d’Été', '/a'), link('Guide', '/b')])).toEqual(['Guide d’Été']);
  expect(labels('')).toEqual([]);
  expect(labels('   ')).toEqual([]);
});

test('a page says which categories it is in', () => {
  expect(findItems(tree, 'ganyu')).toEqual([
    { label: 'Ganyu', href: '/characters/cryo/ganyu', external: false, place: 'Characters / Cryo' },
  ]);
});

test('a category without a page is not found, and HTML has no name', () => {
  expect(labels('mechanics')).toEqual([]);
  expect(labels('part', [{ type: 'html', value: 'part' }])).toEqual([]);
});

test('a page that occurs twice is found once, where it is first', () => {
  const items = [
    category('X', null, [link('Able', '/a')]),
    link('Abbot', '/b'),
    category('Y', null, [link('Able', '/a')]),
  ];
  expect(findItems(items, 'ab').map(({ href, place }) => [href, place])).toEqual([
    ['/a', 'X'],
    ['/b', ''],
  ]);
});
