import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { PageView } from '../../src/pages/PageView';
import type { PageContent } from '../../src/model';
import { expectNoViolations } from '../axe';
import { articleHtml, authorPage, docTagPage, pages, site } from '../fixtures';

function Address() {
  return <output>{useLocation().search}</output>;
}

function view(kind: PageContent['kind'], address = pages[kind].path) {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <PageView
        site={site}
        page={pages[kind]}
        slots={[['doc', 'page', 'component'].includes(kind) ? articleHtml : '<p>New pages.</p>', '<p>All of it.</p>']}
      />
      <Address />
    </MemoryRouter>,
  );
}

describe('every kind of page', () => {
  test.each(Object.keys(pages) as PageContent['kind'][])('%s has one h1 and no violation', async (kind) => {
    const { container } = view(kind);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await expectNoViolations(container);
  });
});

test('a doc is one article; contents and neighbours are outside it', () => {
  view('doc');
  const article = screen.getByRole('article');
  expect(article.querySelector('nav, button')).toBeNull();
  expect(article.querySelector('#talents')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Docs pages' }).textContent).toBe('Previous AloyNext Albedo');
});

test('cards are articles of their own, with counts and descriptions', () => {
  view('category-index');
  expect(screen.getAllByRole('article').map((one) => one.textContent)).toEqual([
    'Cryo1 item',
    'Geo15 itemsStone.',
    'ReadingHow to.',
  ]);
  expect(screen.getByRole('heading', { level: 2, name: 'Cryo' }).closest('a')?.getAttribute('href')).toBe(
    '/characters/cryo',
  );
  expect(screen.getByText('15 items').tagName).toBe('P');
});

test('list cards have one date, and a link where the post is truncated', () => {
  view('blog-list');
  const [cut, whole] = screen.getAllByRole('article');
  expect(cut?.querySelectorAll('time')).toHaveLength(1);
  expect(cut?.textContent).toContain('7 min read');
  expect(whole?.textContent).toContain('One min read');
  expect(
    screen.getAllByRole('link', { name: /^Read more about/ }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Read more about Patch 2.7']);
  expect(screen.getByRole('link', { name: 'Newer entries' }).getAttribute('href')).toBe('/newsletter');
  expect(screen.getByRole('link', { name: 'Older entries' }).getAttribute('href')).toBe('/newsletter/page/3');
});

test('a post has its date and its neighbours', () => {
  const { container } = view('blog-post');
  expect(container.querySelector('article time')?.textContent).toBe('July 8, 2022');
  expect(screen.getByRole('navigation', { name: 'Blog post page navigation' }).textContent).toBe(
    'Newer post Patch 2.8',
  );
});

test('the archive goes by year', () => {
  view('blog-archive');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('2022');
  expect(screen.getByRole('link').textContent).toBe('July 8 - Patch 2.7');
});

test('the search page keeps the query in the address', () => {
  const { container } = view('search', '/search?q=ganyu');
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(box.value).toBe('ganyu');
  fireEvent.change(box, { target: { value: 'albedo & co' } });
  expect(container.querySelector('output')?.textContent).toBe('?q=albedo+%26+co');
  fireEvent.change(box, { target: { value: '' } });
  expect(container.querySelector('output')?.textContent).toBe('');
});

test('the not-found page offers the next steps', () => {
  const { container } = view('not-found');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
  expect(container.textContent).toContain('We could not find what you were looking for.');
});

test('a post names its authors and tags', () => {
  view('blog-post');
  expect(screen.getByRole('link', { name: 'Jane Doe' }).getAttribute('href')).toBe('/newsletter/authors/jane');
  expect(screen.getByRole('img', { name: 'Jane Doe' }).getAttribute('loading')).toBe('lazy');
  expect(screen.getByRole('link', { name: 'GitHub (opens in new tab)' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  );
  expect(screen.getByText('Joe').querySelector('a')).toBeNull();
  const tag = screen.getByRole('link', { name: 'Setting up' });
  expect([tag.getAttribute('rel'), tag.getAttribute('title')]).toEqual(['tag', 'How to begin.']);
  expect(screen.getByText('Tags:')).toBeTruthy();
});

test('tags are grouped by letter with their numbers, authors have theirs', () => {
  view('tags');
  expect(screen.getByRole('heading', { level: 2, name: 'S' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Setting up 2' })).toBeTruthy();
});

test('the pages of a tag and of an author lead to all of them', async () => {
  const { container, rerender } = render(<PageView site={site} page={docTagPage} slots={[]} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByRole('link', { name: 'View all tags' }).getAttribute('href')).toBe('/tags');
  await expectNoViolations(container);
  rerender(<PageView site={site} page={authorPage} slots={[]} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jane Doe');
  expect(screen.getByRole('link', { name: 'View all authors' })).toBeTruthy();
  expect(screen.getByText('This author has not written any posts yet.')).toBeTruthy();
  await expectNoViolations(container);
});

test('a post without reading time shows its date alone', () => {
  const { content } = pages['blog-post'];
  if (content.kind !== 'blog-post') throw new Error('a post');
  const untimed = { ...pages['blog-post'], content: { ...content, post: { ...content.post, readingMinutes: null } } };
  const { container } = render(<PageView site={site} page={untimed} slots={['']} />, { wrapper: MemoryRouter });
  expect(container.querySelector('.when')?.textContent?.trim()).toBe('July 8, 2022');
});

test('a page that is a component has no frame', () => {
  const { container } = view('component');
  expect(container.querySelector('.page')?.innerHTML).toBe(articleHtml);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
});
