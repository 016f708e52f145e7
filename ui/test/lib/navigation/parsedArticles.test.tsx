import { render } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Article } from '../../../src/layout/page/Article';
import { loadParsedArticles } from '../../../src/lib/navigation/aheadOfLinks';
import { parseAhead, parsedArticle } from '../../../src/lib/navigation/parsedArticles';

beforeAll(async () => {
  await loadParsedArticles();
});

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run();
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {});
});

test('an article has the nodes that were parsed ahead, once', () => {
  parseAhead(['<p>One</p>', '<p>Two</p>']);
  const node = parsedArticle('<p>One</p>')?.firstChild;
  expect(node).toBeTruthy();
  const { container } = render(<Article slot={0} html="<p>One</p>" />);
  expect(container.querySelector('[data-slot]')?.firstChild).toBe(node);
  const again = render(<Article slot={0} html="<p>One</p>" />).container;
  expect(again.querySelector('[data-slot]')?.innerHTML).toBe('<p>One</p>');
  expect(node?.isConnected).toBe(true);
});

test('an article that gets other HTML shows that', () => {
  parseAhead(['<p>Old</p>']);
  const { container, rerender } = render(<Article slot={0} html="<p>Old</p>" />);
  rerender(<Article slot={0} html="<p>New</p>" />);
  expect(container.querySelector('[data-slot]')?.innerHTML).toBe('<p>New</p>');
});

test('only the last page is parsed, and nothing without idle time', () => {
  parseAhead(['<p>One</p>']);
  parseAhead(['<p>Two</p>']);
  expect(parsedArticle('<p>One</p>')).toBeUndefined();
  vi.stubGlobal('requestIdleCallback', () => 1);
  parseAhead(['<p>Three</p>']);
  expect(parsedArticle('<p>Three</p>')).toBeUndefined();
});
