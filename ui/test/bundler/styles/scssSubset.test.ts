import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { namesAtRoot, withOwnNames } from '../../../bundler/styles/customCss.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { compileScssSubset } from '../../../bundler/styles/scssSubset.mjs';

const tree = mkdtempSync(join(tmpdir(), 'bindery-sass-'));
afterAll(() => rmSync(tree, { recursive: true }));

function css(text: string, others: Record<string, string> = {}): string {
  mkdirSync(join(tree, 'css'), { recursive: true });
  for (const [name, content] of Object.entries({ ...others, 'own.scss': text }))
    writeFileSync(join(tree, name), content);
  return compileScssSubset(join(tree, 'own.scss'), tree);
}

test('nested rules become flat, with the parent in the place of &', () => {
  const nested = '.a, .b { color: red; &:hover { color: blue } &__part { top: 0 } > i, p { left: 0 } }';
  expect(css(nested).split('\n')).toEqual([
    '.a,.b{color: red}',
    '.a:hover,.b:hover{color: blue}',
    '.a__part,.b__part{top: 0}',
    '.a > i,.a p,.b > i,.b p{left: 0}',
  ]);
  expect(css('.a { @media (width > 9px) { color: red; b { top: 0 } } }')).toBe(
    '@media (width > 9px){.a{color: red}.a b{top: 0}}',
  );
});

test('variables are known in rules, selectors and partials', () => {
  const partial = { 'css/_colours.scss': "$own: #123456 !default; // a comment's quote\n" };
  expect(css("@use 'css/colours' as *; .a-#{$own} { color: $own; width: #{$own}px }", partial)).toBe(
    '.a-#123456{color: #123456;width: #123456px}',
  );
  expect(css("$own: red; @import 'css/colours'; a { color: $own }", partial)).toBe('a{color: red}');
  expect(css("@use 'css/colours'; a { color: colours.$own }", partial)).toBe('a{color: #123456}');
});

test('what needs the compiler is left out, and the rest remains', () => {
  const text =
    '@mixin x($y) { top: $y } @function f($z) { @return $z; } .a { @include x(1px); left: $none; color: red }';
  expect(css(text)).toBe('.a{color: red}');
});

test('text and addresses may hold what looks like syntax', () => {
  expect(css(".a { content: '{;} // $x'; background: url(https://e.example/a;b) }")).toBe(
    ".a{content: '{;} // $x';background: url(https://e.example/a;b)}",
  );
});

test('a selector of the end of an attribute is no variable', () => {
  expect(css("a[href$='.pdf'] { color: red }")).toBe("a[href$='.pdf']{color: red}");
});

test('frames and faces stay as they are', () => {
  expect(css('$c: red; @keyframes k { from { color: $c } to { color: blue } } @font-face { font-family: F }')).toBe(
    '@keyframes k{from{color: red;}to{color: blue;}}\n@font-face{font-family: F;}',
  );
});

test("a site's custom properties are not those of the interface", () => {
  const css = ':root{--text:#111;--text-2:red;--ifm-x:var(--text)}p{color:var(--text, var(--own))}a--text{}';
  expect(withOwnNames(css, new Set(['text', 'bg']))).toBe(
    ':root{--site-text:#111;--text-2:red;--ifm-x:var(--site-text)}p{color:var(--site-text, var(--own))}a--text{}',
  );
});

test('custom properties of the whole document are known, those of other elements are not', () => {
  const css = `:root { --a: 1; &.x { --b: 1 } } html[data-theme='dark'], .c { --c: 1 } /* :root { --no: 1 } */
    @media print { body { --d: 1; color: var(--no) } .box { --no: 1 } } .markdown { --e: 1 } * { --f: 1 } .hero > p { --no: 1 }`;
  expect(namesAtRoot(css)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
