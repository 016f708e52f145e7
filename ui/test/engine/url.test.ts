// @vitest-environment node
import { expect, test } from 'vitest';
import { EngineUrl } from '../../src/engine/url';

const parts = ({ protocol, host, origin, pathname, search, hash, href }: URL | EngineUrl) => ({
  protocol,
  host,
  origin,
  pathname,
  search,
  hash,
  href,
});

test.each([
  ['/characters/cryo/ganyu#talents'],
  ["/search?q=a b&c=%20'#x"],
  ['/ä/[x]/100%/a|b'],
  ['../up/./here/..'],
  ['/a/%2e%2e/b'],
  [''],
  ['#top'],
  ['?q'],
  ['sibling'],
  ['//cdn.example/x'],
  ['HTTPS://Example.org'],
])('`%s` is read as by Node', (address) => {
  const base = 'http://localhost/docs/page?old';
  expect(parts(new EngineUrl(address, new EngineUrl(base)))).toEqual(parts(new URL(address, base)));
});

test('an invalid URL, or one of another scheme, is refused', () => {
  expect(() => new EngineUrl('nowhere')).toThrow(TypeError);
  expect(() => new EngineUrl('mailto:a@b.example')).toThrow('Invalid URL');
});
