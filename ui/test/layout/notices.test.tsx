import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FallbackNotice } from '../../src/layout/page/FallbackNotice';
import { VersionBadge } from '../../src/layout/page/VersionBadge';
import { VersionBanner } from '../../src/layout/page/VersionBanner';
import type { VersionNotice } from '../../src/model';
import { expectNoViolations } from '../axe';
import { docPage, site } from '../fixtures';

const versioned = { ...site, title: 'Site', versions: { default: ['2.0', '1.0'] } };
const on = (versionNotice: VersionNotice) => ({
  ...docPage,
  searchTag: 'docs-default-1.0',
  version: '1.0',
  versionNotice,
});
const old: VersionNotice = {
  banner: 'unmaintained',
  badge: true,
  label: '1.0',
  className: 'docs-version-1.0',
  latest: { title: '2.0', href: '/docs/a' },
};

test('the banner of an old version leads to the latest one', async () => {
  const { container } = render(<VersionBanner page={on(old)} site={versioned} />);
  expect(screen.getByRole('alert').textContent).toBe(
    'This is documentation for Site 1.0, which is no longer actively maintained.For up-to-date documentation, see the latest version (2.0).',
  );
  expect(screen.getByRole('link', { name: 'latest version' }).getAttribute('href')).toBe('/docs/a');
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'latest version' }));
  expect(localStorage.getItem('docs-preferred-version-default')).toBe('2.0');
  await expectNoViolations(container);
});

test('the banner of an unreleased version says so', () => {
  render(<VersionBanner page={on({ ...old, banner: 'unreleased', label: 'Next' })} site={versioned} />);
  expect(screen.getByRole('alert').textContent).toContain('This is unreleased documentation for Site Next version.');
});

test('the badge names the version, and the latest one has no banner', () => {
  const { container } = render(
    <>
      <VersionBanner page={on({ ...old, banner: null })} site={versioned} />
      <VersionBadge notice={old} />
      <VersionBadge notice={{ ...old, badge: false }} />
    </>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(container.textContent).toBe('Version: 1.0');
});

test('a page in another language names it', async () => {
  const page = { ...docPage, fallback: { lang: 'en', dir: 'ltr' as const, language: 'English' } };
  const { container } = render(<FallbackNotice page={page} />);
  expect(screen.getByRole('note').textContent).toBe('This page is not translated yet. Its text is in English.');
  await expectNoViolations(container);
});
