import { expect, test } from 'vitest';
import { lostPage } from '../../../src/lib/navigation/lostPage';
import { docPage, site } from '../../fixtures';

test('a page made here is the not-found page in the shell of the one before', () => {
  const { page, slots, head } = lostPage(docPage, '/nope', site);
  expect(page).toMatchObject({ path: '/nope', title: 'Page Not Found', sidebar: null, content: { kind: 'not-found' } });
  expect(page.headTitle).toBe(`Page Not Found | ${site.title}`);
  expect(slots).toEqual([]);
  expect(head).toContain('noindex');
});
