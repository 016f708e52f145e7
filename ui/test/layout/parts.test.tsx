import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Breadcrumbs } from '../../src/layout/page/Breadcrumbs';
import { CopyMarkdown } from '../../src/layout/page/CopyMarkdown';
import { ErrorBoundary } from '../../src/layout/failures/ErrorBoundary';
import { Footer } from '../../src/layout/Footer';
import { LoadFailure } from '../../src/layout/failures/LoadFailure';
import { PageMeta } from '../../src/layout/page/PageMeta';
import { Pager } from '../../src/layout/page/Pager';
import { PageSidebar } from '../../src/layout/sidebar/PageSidebar';
import { TocDisclosure } from '../../src/layout/toc/TocDisclosure';
import { TocNav } from '../../src/layout/toc/TocNav';
import { crashPage } from '../../src/lib/browser/crash';
import { expectNoViolations } from '../axe';
import { docPage, site } from '../fixtures';

test('breadcrumbs: home is an icon, parents without a page are text, the last is current', async () => {
  const { container } = render(<Breadcrumbs crumbs={docPage.breadcrumbs} home="/" />);
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['', 'Characters', 'Cryo', 'Ganyu']);
  expect(screen.getByRole('link', { name: 'Home page' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('link', { name: 'Cryo' })).toBeNull();
  expect(screen.getByText('Ganyu').getAttribute('aria-current')).toBe('page');
  await expectNoViolations(container);
});

test('contents are links of the levels given, nested', async () => {
  const { container } = render(<TocNav items={docPage.toc} heading />);
  const links = await screen.findAllByRole('link');
  expect(links.map((one) => one.getAttribute('href'))).toEqual(['#talents', '#normal', '#frames']);
  expect(container.querySelector('ul ul')?.textContent).toBe('Normal attack');
  await expectNoViolations(container);
});

test('the contents of a page that was navigated to follow its text; a served page has them', async () => {
  render(<TocNav items={docPage.toc} heading />);
  expect(screen.queryAllByRole('link')).toHaveLength(0);
  await screen.findByRole('link', { name: 'Frames' });
  expect(renderToString(<TocNav items={docPage.toc} heading />)).toContain('href="#frames"');
});

test('the tree marks a page that was navigated to after its text', async () => {
  const other = { ...docPage, path: '/other' };
  const { rerender } = render(<PageSidebar site={site} page={docPage} />);
  const current = () => document.querySelector('[aria-current=page]')?.getAttribute('href');
  expect(current()).toBe(docPage.path);
  rerender(<PageSidebar site={site} page={other} />);
  expect(current()).toBe(docPage.path);
  await vi.waitFor(() => expect(current()).not.toBe(docPage.path));
});

test('on narrow windows a button shows and removes the contents', async () => {
  const { container } = render(<TocDisclosure items={docPage.toc} />);
  const button = screen.getByRole('button', { name: 'On this page' });
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('navigation', { name: 'On this page' })).toBeTruthy();
  await expectNoViolations(container);
  fireEvent.click(screen.getByRole('link', { name: 'Frames' }));
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('neighbours carry caption and title; a missing one is absent', async () => {
  const next = { link: { title: 'Albedo', href: '/albedo' }, caption: 'Next' };
  const { container, rerender } = render(<Pager label="Docs pages" previous={null} next={next} />);
  expect(screen.getByRole('link').textContent).toBe('Next Albedo');
  await expectNoViolations(container);
  rerender(<Pager label="Docs pages" previous={null} next={null} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('edit link and last change', async () => {
  const { container } = render(
    <PageMeta page={docPage} site={{ ...site, report: 'https://report.test/new?title={title}&body={url}' }} />,
  );
  expect(screen.getByRole('link', { name: /^Edit this page/ }).getAttribute('href')).toBe('https://edit.test/ganyu.md');
  const report = screen.getByRole('link', { name: /^Report an error/ }).getAttribute('href');
  expect(report).toBe(
    'https://report.test/new?title=Ganyu&body=https%3A%2F%2Flibrary.test%2Fcharacters%2Fcryo%2Fganyu',
  );
  expect(container.textContent).toContain('Last updated on May 6, 2024 by Jane Doe');
  expect(container.querySelector('time')?.getAttribute('datetime')).toBe('2024-05-06');
  await expectNoViolations(container);
});

test('the footer has its columns and its copyright line', async () => {
  const { container } = render(<Footer footer={site.footer} />);
  expect(screen.getByRole('list', { name: 'More' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bindery' })).toBeTruthy();
  await expectNoViolations(container);
});

test('a flat footer is one row; its logo has a picture for each mode', async () => {
  const columns = [
    {
      title: '',
      items: [
        { label: 'A', href: '/a', external: false },
        { label: '', href: '', external: false, html: '<b>own</b>' },
      ],
    },
  ];
  const logo = { alt: 'Mark', src: '/light.svg', srcDark: '/dark.svg', href: '/', width: 0, height: 0 };
  const { container } = render(
    <Footer footer={{ columns, copyright: null, simple: true, logo, lines: ['Made by <i>fans</i>.'] }} />,
  );
  expect([...container.querySelectorAll('img')].map((one) => [one.getAttribute('src'), one.className])).toEqual([
    ['/light.svg', 'in-light'],
    ['/dark.svg', 'in-dark'],
  ]);
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['A', 'own']);
  expect(container.textContent).toContain('Made by fans.');
});

test('a dark footer is marked', () => {
  const { container, rerender } = render(<Footer footer={{ columns: [], copyright: null }} />);
  expect(container.querySelector('.foot-dark')).toBeNull();
  rerender(<Footer footer={{ columns: [], copyright: null, dark: true }} />);
  expect(container.querySelector('.foot-dark')).toBeTruthy();
});

test('a page is copied as Markdown', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('# Ganyu')),
  );
  render(<CopyMarkdown path="/characters/cryo/ganyu" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy as Markdown' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(fetch).toHaveBeenCalledWith('/characters/cryo/ganyu.md');
  expect(writeText).toHaveBeenCalledWith('# Ganyu');
  vi.unstubAllGlobals();
});

test('a crash names the error and its causes, and Try again renders again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  document.title = 'Ganyu | Library';
  let broken = true;
  const Page = () => {
    if (broken) throw new Error('outer', { cause: new Error('inner') });
    return <p>Whole again</p>;
  };
  const { container } = render(
    <ErrorBoundary resetKey="/a" catchesIslandErrors>
      <Page />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page crashed.');
  expect(screen.getByRole('alert').textContent).toMatch(/outer\s+Cause:\s+inner/);
  expect(document.title).toBe('Page Error');
  await expectNoViolations(container);
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Whole again')).toBeTruthy();
  expect(document.title).toBe('Ganyu | Library');
});

test('a crash of the shell has a screen of its own', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Shell = () => {
    throw new Error('all of it');
  };
  render(
    <ErrorBoundary resetKey="/a">
      <Shell />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page crashed');
  expect(screen.getByRole('alert').textContent).toContain('all of it');
});

test('leaving the page clears the crash; errors of islands are shown', () => {
  const { rerender } = render(<ErrorBoundary resetKey="/a" catchesIslandErrors children={<p>Page A</p>} />);
  fireEvent(window, new Event('x'));
  rerender(<ErrorBoundary resetKey="/a" catchesIslandErrors children={<p>Page A</p>} />);
  crashPage(new Error('island'));
  return screen.findByText('island').then(() => {
    rerender(<ErrorBoundary resetKey="/b" catchesIslandErrors children={<p>Page B</p>} />);
    expect(screen.getByText('Page B')).toBeTruthy();
  });
});

test('a page that could not be loaded says why and offers to try again', async () => {
  const onRetry = vi.fn();
  const error = new TypeError('Failed to fetch');
  const { container } = render(<LoadFailure error={error} onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('TypeError: Failed to fetch');
  await expectNoViolations(container);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByRole('status')).toBeNull();
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
});
