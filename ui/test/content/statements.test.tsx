import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Statements } from '@site/components/claims/lib/Statements';
import SearchField from '@site/components/home/SearchField';
import { expectNoViolations } from '../axe';

test('links of a statement to other pages have names that distinguish them', async () => {
  const links = ['/combat-mechanics/damage#other', '/characters/hydro/hu-tao', '/evidence/a#b', 'https://youtu.be/x'];
  const { container } = render(<Statements statements={[{ text: 'It is so.', links }]} />);
  const names = screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
  expect(names).toEqual(['page: damage, other', 'page: hu tao', null, null]);
  await expectNoViolations(container);
});

test('the search field says that it opens a dialog', async () => {
  const { container } = render(<SearchField action="/search" />);
  const field = screen.getByRole('searchbox', { name: 'Search the library' });
  expect(field.getAttribute('aria-haspopup')).toBe('dialog');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('The search opens as you type.');
  await expectNoViolations(container);
});
