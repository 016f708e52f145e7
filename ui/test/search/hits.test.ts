import { expect, test } from 'vitest';
import { byPart, pieces, parseHitUrl, readHits } from '../../src/search/hits';

const document = {
  id: '1',
  url: 'https://site.example/a#b',
  type: 'lvl2',
  'hierarchy.lvl0': 'Part',
  'hierarchy.lvl1': 'Page',
  'hierarchy.lvl2': 'Section',
};

test('grouped and plain answers give the same hits', () => {
  const hit = {
    document,
    highlight: { 'hierarchy.lvl2': { snippet: '<mark>Sec</mark>tion', value: '<mark>Sec</mark>tion' } },
  };
  const [plain] = readHits({ hits: [hit] });
  const [grouped] = readHits({ grouped_hits: [{ hits: [hit] }] });
  expect(plain).toEqual(grouped);
  expect(plain?.levels).toEqual(['Part', 'Page', 'Section', '', '', '', '']);
  expect(plain?.title).toEqual([
    { text: 'Sec', match: true },
    { text: 'tion', match: false },
  ]);
  expect(plain?.summary).toEqual([]);
});

test('nested fields and listed highlights are read, too', () => {
  const [hit] = readHits({
    hits: [
      {
        document: { id: '2', url: '/a', type: 'content', content: 'x y', hierarchy: { lvl0: 'Part', lvl1: 'Page' } },
        highlights: [{ field: 'content', snippet: '<mark>x</mark> y' }],
      },
    ],
  });
  expect(hit?.title).toEqual([{ text: 'Page', match: false }]);
  expect(hit?.summary).toEqual([
    { text: 'x', match: true },
    { text: ' y', match: false },
  ]);
});

test('marks are the only markup', () => {
  expect(pieces('<b>a</b> <mark>b</mark>')).toEqual([
    { text: '<b>a</b> ', match: false },
    { text: 'b', match: true },
  ]);
});

test('the host of a hit is dropped unless it is another site', () => {
  expect(parseHitUrl('https://indexed.example/a?b#c', null)).toEqual({ href: '/a?b#c', external: false });
  expect(parseHitUrl('https://other.example/a', 'other[.]example')).toEqual({
    href: 'https://other.example/a',
    external: true,
  });
  expect(parseHitUrl('javascript:alert(1)', null).href).not.toContain('javascript');
});

test('hits of one part of the site are together, parts in the order of their first hit', () => {
  const hits = readHits({
    hits: ['Docs', 'Vault', 'Docs', ''].map((part, at) => ({
      document: { id: String(at), url: `/${at}`, type: 'lvl1', 'hierarchy.lvl0': part, 'hierarchy.lvl1': 'Page' },
    })),
  });
  expect(byPart(hits).map(({ id }) => id)).toEqual(['0', '2', '1', '3']);
});
