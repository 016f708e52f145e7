import { expect, test } from 'vitest';
import { navbarState } from '../../src/lib/navbar';
import { docPage, pages, site } from '../fixtures';

const [home, newsletter, forum] = site.navbar;

test('a doc item is active on the pages of its sidebar, current on its own', () => {
  expect(navbarState(home!, docPage, '/')).toEqual({ active: true, current: false });
  expect(navbarState(home!, { ...docPage, path: '/' }, '/')).toEqual({ active: true, current: true });
});

test('a link is current on its page and below', () => {
  expect(navbarState(newsletter!, pages['blog-post'], '/').current).toBe(true);
  expect(navbarState(newsletter!, docPage, '/').current).toBe(false);
});

test('external links and the not-found page are never current', () => {
  expect(navbarState(forum!, docPage, '/').active).toBe(false);
  expect(navbarState(home!, pages['not-found'], '/').active).toBe(false);
});
