import { expect, test } from 'vitest';
import { notFoundPage } from '../../../src/lib/navigation/notFoundPage';
import { docPage, site } from '../../fixtures';

test('the not-found page keeps the shell of the page before it', () => {
  const { page, slots, head } = notFoundPage(docPage, '/nope', site);
  expect(page).toMatchObject({ path: '/nope', title: 'Page Not Found', sidebar: null, content: { kind: 'not-found' } });
  expect(page.headTitle).toBe(`Page Not Found | ${site.title}`);
  expect(slots).toEqual([]);
  expect(head).toContain('noindex');
});
