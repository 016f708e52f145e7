import { describe, expect, test } from 'vitest';
import { isAssetPath, isBelow, payloadUrl, samePath, withQueryAndHash } from '../../src/lib/path';

test('a path is below itself and its parents, not below a namesake', () => {
  expect(isBelow('/tcg', '/tcg')).toBe(true);
  expect(isBelow('/tcg/rules', '/tcg')).toBe(true);
  expect(isBelow('/tcgx', '/tcg')).toBe(false);
  expect(isBelow('/anything', '/')).toBe(true);
});

test('payload urls are relative to the base path', () => {
  expect(payloadUrl('/', '/')).toBe('/_bindery/page/');
  expect(payloadUrl('/characters/cryo', '/')).toBe('/_bindery/page/characters/cryo');
  expect(payloadUrl('/docs/', '/docs/')).toBe('/docs/_bindery/page/');
  expect(payloadUrl('/docs/a', '/docs/')).toBe('/docs/_bindery/page/a');
});

describe('asset paths', () => {
  test.each(['/assets/x.js', '/img/logo.svg', '/newsletter/rss.xml', '/_bindery/page/x'])('%s is one', (path) => {
    expect(isAssetPath(path, '/')).toBe(true);
  });
  test.each(['/', '/characters', '/newsletter/patch-1.5a', '/newsletter/patch-2.7', '/x.html'])(
    '%s is a page',
    (path) => {
      expect(isAssetPath(path, '/')).toBe(false);
    },
  );
  test('reserved names count after the base path', () => {
    expect(isAssetPath('/docs/assets/x', '/docs/')).toBe(true);
    expect(isAssetPath('/assets-of-the-game', '/')).toBe(false);
  });
});

test('encodings of one path are the same path', () => {
  expect(samePath('/caf%C3%A9', '/caf%c3%a9')).toBe(true);
  expect(samePath('/a', '/b')).toBe(false);
  expect(samePath('/%E0%A4%A', '/x')).toBe(false);
});

test('a redirect keeps query and hash unless it has its own', () => {
  expect(withQueryAndHash('/to', '?a=1', '#h')).toBe('/to?a=1#h');
  expect(withQueryAndHash('/to?b=2', '?a=1', '#h')).toBe('/to?b=2#h');
  expect(withQueryAndHash('/to#own', '?a=1', '#h')).toBe('/to?a=1#own');
});
