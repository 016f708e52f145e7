import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AnnouncementBar } from '../../src/layout/navbar/AnnouncementBar';
import { expectNoViolations } from '../axe';

const bar = { id: 'x', html: 'Read <a href="/new">what is new</a>.', closeable: true };

function page(closeable = true) {
  return (
    <>
      <AnnouncementBar bar={{ ...bar, closeable }} />
      <nav className="navbar">
        <a href="/">Home</a>
      </nav>
    </>
  );
}

test('it is a banner; Close removes it, stores that and moves the focus', async () => {
  const { container } = render(page());
  expect(screen.getByRole('banner').textContent).toBe('Read what is new.');
  await expectNoViolations(container);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('banner')).toBeNull();
  expect(localStorage.getItem('docusaurus.announcement.dismiss')).toBe('true');
  expect(localStorage.getItem('docusaurus.announcement.id')).toBe('x');
  expect(document.activeElement?.textContent).toBe('Home');
});

test('one that readers cannot close has no button', () => {
  render(page(false));
  expect(screen.queryByRole('button')).toBeNull();
});

test('one that was closed before is not rendered', () => {
  document.documentElement.dataset.announcementClosed = '';
  render(page());
  expect(screen.queryByRole('banner')).toBeNull();
});
