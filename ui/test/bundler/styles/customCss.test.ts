// @vitest-environment node
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { scopeSheet } from '../../../bundler/styles/customCss.mjs';

test("a site's rules hold in articles, in pages, and in the HTML of its configuration", () => {
  expect(scopeSheet('.mark{width:1em}')).toBe(':is(.md,.page,.raw) .mark{width:1em}');
  expect(scopeSheet('[data-theme=light] .mark{width:1em}')).toBe(
    ':root:root[data-theme=light] :is(.md,.page,.raw) .mark{width:1em}',
  );
});

test('what is meant for articles does not hold in pages that are React components', () => {
  expect(scopeSheet('.markdown img,.theme-doc-markdown>p{width:100%}')).toBe('.md img,.md>p{width:100%}');
});

test('a font that is not there is replaced by one of its kind', () => {
  expect(scopeSheet(':root{--ifm-font-family-monospace:"Space Mono";--ifm-font-family-base:Inter}')).toBe(
    ':root:root{--ifm-font-family-monospace:"Space Mono";--ifm-font-family-base:Inter;--mono:var(--ifm-font-family-monospace),ui-monospace,monospace;--sans:var(--ifm-font-family-base),system-ui,sans-serif}',
  );
});

test("what Docusaurus' dark theme sets itself is taken from rules of both themes in the light one only", () => {
  expect(scopeSheet(':root{--ifm-background-color:#fff;--ifm-color-primary:red;--own:1}')).toBe(
    [
      ':root:root{--ifm-color-primary:red;--own:1;--accent:var(--ifm-color-primary);--focus:var(--ifm-color-primary);--on-accent:var(--bg);--accent-soft:color-mix(in srgb,var(--accent) 12%,var(--bg))}',
      ':root:root[data-theme=light]{--ifm-background-color:#fff;--bg:var(--ifm-background-color)}',
    ].join('\n'),
  );
  for (const [selector, root] of [
    ['html[data-theme=dark]', ':root:root:not([data-theme=light])'],
    ['body', ':root:root'],
    [':root,body', ':root:root'],
  ]) {
    expect(scopeSheet(`${selector}{--ifm-background-color:#123}`)).toBe(
      `${root}{--ifm-background-color:#123;--bg:var(--ifm-background-color)}`,
    );
  }
});
