// @vitest-environment node
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { scopeSheet } from '../../bundler/styles/customCss.mjs';

test("a site's rules hold in articles, in pages, and in the HTML of its configuration", () => {
  expect(scopeSheet('.mark{width:1em}')).toBe(':is(.md,.page,.raw) .mark{width:1em}');
  expect(scopeSheet('[data-theme=light] .mark{width:1em}')).toBe(
    ':root:root[data-theme=light] :is(.md,.page,.raw) .mark{width:1em}',
  );
});
