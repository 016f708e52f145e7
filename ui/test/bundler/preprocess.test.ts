// @vitest-environment node
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { preprocess } from '../../bundler/mdx/preprocess.mjs';

test('an address in angle brackets is a link, and stays where it is the target of one', () => {
  for (const [text, expected] of [
    ['<https://a.b/c>', '[https://a.b/c](https://a.b/c)'],
    ['[x](<https://a.b/c_(d)>)', '[x](<https://a.b/c_(d)>)'],
    ['[x]: <https://a.b/c>', '[x]: <https://a.b/c>'],
    ['`<https://a.b>`', '`<https://a.b>`'],
  ]) {
    expect(preprocess(text)).toBe(expected);
  }
});
