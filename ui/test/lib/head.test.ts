import { expect, test } from 'vitest';
import { applyHead } from '../../src/lib/head';
import { docPage, pages, site } from '../fixtures';

const meta = (name: string) => document.head.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.getAttribute('content');

test('title, description, canonical and tags follow the page', () => {
  document.head.innerHTML = '<meta name="description" content="old"><link rel="canonical" href="https://old.test/">';
  applyHead(docPage, site);
  expect(document.title).toBe('Ganyu | Library');
  expect(meta('description')).toBe('About Ganyu.');
  expect(meta('og:title')).toBe('Ganyu | Library');
  expect(meta('docusaurus_tag')).toBe('docs-default-current');
  expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(docPage.canonical);
});

test('what the next page lacks is taken away', () => {
  applyHead(pages['not-found'], site);
  expect(meta('robots')).toBe('noindex');
  applyHead({ ...docPage, description: null, breadcrumbs: [] }, site);
  expect(meta('robots')).toBeUndefined();
  expect(meta('description')).toBeUndefined();
  expect(document.querySelector('script')).toBeNull();
});

test('breadcrumbs are given as data', () => {
  applyHead(docPage, site);
  const list = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent!);
  expect(list['@type']).toBe('BreadcrumbList');
  expect(list.itemListElement.map((item: { name: string }) => item.name)).toEqual(['Characters', 'Cryo', 'Ganyu']);
});

test('posts are articles with a date', () => {
  applyHead(pages['blog-post'], site);
  expect(meta('og:type')).toBe('article');
  expect(meta('article:published_time')).toBe('2022-07-08');
});
