import { expect, test, vi } from 'vitest';
import { openHistory, savedNames, type SavedHit } from '../../src/search/history';

const hit = (n: number): SavedHit => ({
  objectID: String(n),
  url: `/p${n}`,
  type: 'lvl1',
  content: null,
  hierarchy: { lvl0: 'Part', lvl1: `Page ${n}` },
});
const numbers = (list: readonly SavedHit[]) => list.map(({ objectID }) => Number(objectID));

test('seven searches are stored, four beside favourites', () => {
  const history = openHistory('c');
  for (let n = 1; n <= 9; n += 1) history.addRecent(hit(n));
  expect(numbers(history.recent)).toEqual([9, 8, 7, 6, 5, 4, 3]);
  history.addRecent(hit(5));
  expect(numbers(history.recent)[0]).toBe(5);
  history.addFavorite(hit(5));
  expect(numbers(history.recent)).toEqual([9, 8, 7, 6]);
  expect(numbers(openHistory('c').favorite)).toEqual([5]);
  expect(localStorage.getItem('__DOCSEARCH_FAVORITE_SEARCHES__c')).toContain('"/p5"');
  history.removeFavorite(hit(5));
  expect(history.favorite).toEqual([]);
});

test('blocked storage and malformed entries cause no error', () => {
  localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__d', '[1,{"url":"/a"},null]');
  expect(openHistory('d').recent).toEqual([]);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  const history = openHistory('c');
  history.addRecent(hit(1));
  expect(openHistory('c').recent).toHaveLength(1);
  blocked.mockRestore();
  expect(savedNames(history.recent[0] ?? hit(0))).toEqual(['Page 1']);
});
