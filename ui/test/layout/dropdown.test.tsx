import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { MobileMenuItems } from '../../src/layout/navbar/MobileMenuItems';
import { NavbarLink } from '../../src/layout/navbar/NavbarLink';
import type { NavbarItem, PageProps } from '../../src/model';
import { expectNoViolations } from '../axe';
import { docPage, pages, site } from '../fixtures';

const entry = (label: string, href: string): NavbarItem => ({
  type: 'link',
  label,
  href,
  position: 'left',
  external: false,
  sidebarId: null,
});
const dropdown: NavbarItem = {
  ...entry('More', ''),
  type: 'dropdown',
  items: [entry('One', '/one'), entry('Ganyu', '/characters/cryo/ganyu')],
};

function bar(page: PageProps = docPage) {
  return (
    <>
      <NavbarLink item={dropdown} page={page} basePath="/" />
      <button type="button">Outside</button>
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'More' });
const isOpen = () => button().getAttribute('aria-expanded') === 'true';

test('a dropdown opens when the mouse enters and closes when it leaves', async () => {
  const { container } = render(bar());
  expect(button().getAttribute('aria-haspopup')).toBe('true');
  expect(isOpen()).toBe(false);
  fireEvent.pointerEnter(button().parentElement!, { pointerType: 'mouse' });
  expect(isOpen()).toBe(true);
  await expectNoViolations(container);
  fireEvent.pointerLeave(button().parentElement!);
  expect(isOpen()).toBe(false);
});

test('a click keeps it open until it is closed: again, or outside', () => {
  render(bar());
  for (const close of [
    () => fireEvent.click(button()),
    () => fireEvent.mouseDown(screen.getByText('Outside')),
    () => fireEvent.touchStart(screen.getByText('Outside')),
    () => fireEvent.focusIn(screen.getByText('Outside')),
  ]) {
    fireEvent.click(button());
    fireEvent.pointerLeave(button().parentElement!);
    expect(isOpen()).toBe(true);
    close();
    expect(isOpen()).toBe(false);
  }
});

test('arrows move through the links, Escape closes and returns the focus', () => {
  render(bar());
  button().focus();
  fireEvent.keyDown(button(), { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('One');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Ganyu');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('One');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

test('following a link closes it', () => {
  const { rerender } = render(bar());
  fireEvent.click(button());
  rerender(bar(pages['blog-post']));
  expect(isOpen()).toBe(false);
});

function menu(page: PageProps) {
  return (
    <MemoryRouter>
      <MobileMenuItems site={{ ...site, navbar: [dropdown] }} page={page} />
    </MemoryRouter>
  );
}

test('in the panel a dropdown is closed, and opens itself where the page is one of its own', async () => {
  const { container, rerender } = render(menu(pages['blog-post']));
  const panel = within(container);
  expect(panel.queryByRole('link')).toBeNull();
  fireEvent.click(panel.getByRole('button', { name: 'Expand the dropdown' }));
  expect(panel.getAllByRole('link').map((one) => one.textContent)).toEqual(['One', 'Ganyu']);
  await expectNoViolations(container);
  fireEvent.click(panel.getByRole('button', { name: 'Collapse the dropdown' }));
  expect(panel.queryByRole('link')).toBeNull();
  rerender(menu(docPage));
  expect(panel.getByRole('button', { name: 'Collapse the dropdown' })).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Ganyu' }).getAttribute('aria-current')).toBe('page');
});

test('languages and versions have names of their own in the panel', () => {
  const navbar: NavbarItem[] = [
    {
      ...dropdown,
      type: 'locales',
      items: [
        { ...entry('English', '/'), lang: 'en' },
        { ...entry('Deutsch', '/de/'), lang: 'de' },
      ],
    },
    {
      ...dropdown,
      type: 'versions',
      plugin: 'default',
      items: [
        { ...entry('2.0', '/2'), plugin: 'default', version: '2' },
        { ...entry('1.0', '/1'), plugin: 'default', version: '1' },
      ],
    },
  ];
  const { container } = render(
    <MemoryRouter>
      <MobileMenuItems site={{ ...site, navbar }} page={docPage} />
    </MemoryRouter>,
  );
  const panel = within(container);
  fireEvent.click(panel.getByRole('button', { name: 'Languages' }));
  const german = panel.getByRole('link', { name: 'Deutsch' });
  expect([german.getAttribute('lang'), german.getAttribute('target'), german.hasAttribute('data-full-load')]).toEqual([
    'de',
    '_self',
    true,
  ]);
  fireEvent.click(panel.getByRole('button', { name: 'Versions' }));
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(panel.getByRole('link', { name: '1.0' }));
  expect(localStorage.getItem('docs-preferred-version-default')).toBe('1');
});
