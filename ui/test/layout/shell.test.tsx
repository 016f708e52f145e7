import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { Shell } from '../../src/layout/Shell';
import type { PageProps } from '../../src/model';
import { expectNoViolations } from '../axe';
import { docPage, pages, site, tree } from '../fixtures';

const onSearch = vi.fn();

function shell(page: PageProps = docPage, siteProps = site) {
  return (
    <MemoryRouter initialEntries={[`${page.path}?x=1#talents`]}>
      <Shell site={siteProps} page={page} onSearch={onSearch}>
        <p>Text</p>
      </Shell>
    </MemoryRouter>
  );
}

beforeEach(() => {
  onSearch.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ items: tree }))),
  );
});

test('landmarks come in order, each once', async () => {
  const { container } = render(shell());
  const order = [...container.querySelectorAll('[role=region],nav,main,footer')].map(
    (one) => one.getAttribute('aria-label') ?? one.tagName,
  );
  expect(order).toEqual(['Skip to main content', 'Main', 'Docs sidebar', 'MAIN', 'FOOTER']);
  await expectNoViolations(container);
});

test('a page can turn the footer off', () => {
  render(shell({ ...docPage, hideFooter: true }));
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('external links open a new tab and say so', () => {
  render(shell());
  for (const link of screen.getAllByRole('link', { name: 'Forum (opens in new tab)' })) {
    expect(link).toHaveProperty('target', '_blank');
    expect(link).toHaveProperty('rel', 'noopener noreferrer');
  }
});

test('the skip link moves the focus into main and leaves the address', () => {
  render(shell());
  fireEvent.click(screen.getByRole('link', { name: 'Skip to main content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.hash).toBe('');
});

test('the toggle names the mode and changes it', () => {
  document.documentElement.dataset.themeChoice = 'dark';
  render(shell());
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  fireEvent.click(main.getByRole('button', { name: 'Switch between dark and light mode (currently dark mode)' }));
  expect(main.getByRole('button', { name: 'Switch between dark and light mode (currently light mode)' })).toBeTruthy();
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('a disabled switch has no button', () => {
  render(shell(docPage, { ...site, colorMode: { ...site.colorMode, disableSwitch: true } }));
  expect(screen.queryByRole('button', { name: /Switch between/ })).toBeNull();
});

test('the search button has an accessible name', () => {
  render(shell());
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onSearch).toHaveBeenCalledOnce();
});

test('without script a link leads to the search page', () => {
  render(shell(docPage, { ...site, search: '/search' }));
  const link = screen.getByRole('link', { name: 'Search' });
  expect([link.getAttribute('href'), link.classList.contains('no-js')]).toEqual(['/search', true]);
});

test('the sidebar can be hidden and shown; the focus moves to the other button', () => {
  render(shell());
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  const expand = screen.getByRole('button', { name: 'Expand sidebar' });
  expect(document.activeElement).toBe(expand);
  fireEvent.click(expand);
  expect(screen.queryByRole('button', { name: 'Expand sidebar' })).toBeNull();
});

test('hiding lasts while in the docs', () => {
  const { rerender } = render(shell());
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  rerender(shell(pages['category-index']));
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  rerender(shell(pages['blog-list']));
  rerender(shell());
  expect(screen.getByRole('button', { name: 'Collapse sidebar' })).toBeTruthy();
});

test('the newsletter lists its posts beside the page', async () => {
  const { container } = render(shell(pages['blog-post']));
  const list = screen.getByRole('navigation', { name: 'Blog recent posts navigation' });
  expect(within(list).getByRole('link', { current: 'page' }).textContent).toBe('Patch 2.7');
  await expectNoViolations(container);
});

test('the mobile panel shows the sidebar first, then the main menu, and is removed when closed', async () => {
  const { container } = render(shell());
  const toggle = screen.getByRole('button', { name: 'Toggle navigation bar' });
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('main').hasAttribute('inert')).toBe(true);
  const panel = within(container.querySelector<HTMLElement>('.menu')!);
  expect(panel.getByRole('navigation', { name: 'Docs sidebar' })).toBeTruthy();
  const back = panel.getByRole('button', { name: '← Back to main menu' });
  back.focus();
  fireEvent.click(back);
  expect(panel.getByRole('link', { name: 'Newsletter' })).toBeTruthy();
  expect(document.activeElement).toBe(container.querySelector('.menu'));
  await expectNoViolations(container);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('main').hasAttribute('inert')).toBe(false);
});

test('following an item of the panel closes it', () => {
  const { container } = render(shell());
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(screen.getByRole('button', { name: 'Toggle navigation bar' }));
  const panel = within(container.querySelector<HTMLElement>('.menu')!);
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(panel.getByRole('link', { name: 'Ganyu' }));
  expect(container.querySelector('.menu-box')!.getAttribute('data-state')).toBe('closed');
});

test('Back closes the open panel and stays on the page', async () => {
  const { container } = render(shell());
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});
  fireEvent.click(screen.getByRole('button', { name: 'Toggle navigation bar' }));
  const routed = vi.fn();
  window.addEventListener('popstate', routed);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(go).toHaveBeenCalledWith(1);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(container.querySelector('.menu-box')!.getAttribute('data-state')).toBe('closed'));
  expect(routed).not.toHaveBeenCalled();
  window.removeEventListener('popstate', routed);
});
