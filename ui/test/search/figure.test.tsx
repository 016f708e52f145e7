import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureBox } from '../../src/search/FigureBox';
import { NothingScreen } from '../../src/search/modal/screens';

const ANSWER = { url: 'https://indexed.example/ganyu#attacks', title: 'Ganyu', heading: 'Attacks', figures: [] };

test('a figure has the name of its row and a link to its section', () => {
  const figures = [{ name: 'Aimed Shot, Level 9', value: '80.6%' }];
  render(<FigureBox figure={{ ...ANSWER, figures }} externalUrlRegex={null} />);
  expect(screen.getByRole('link', { name: 'Attacks, Ganyu' }).getAttribute('href')).toBe('/ganyu#attacks');
  expect(screen.getByRole('term').textContent).toBe('Aimed Shot, Level 9');
  expect(screen.getByRole('definition').textContent).toBe('80.6%');
});

test('a sentence stands where no table has the figure, and a page has its name once', () => {
  render(<FigureBox figure={{ ...ANSWER, heading: 'Ganyu', sentence: 'It lasts 6s.' }} externalUrlRegex={null} />);
  expect(screen.getByRole('link').textContent).toBe('Ganyu');
  expect(screen.getByText('It lasts 6s.')).toBeDefined();
});

test('a search without results says which words no page has', () => {
  const props = { suggestions: ['ganyu'], feedbackUrl: null, onSuggest: () => {} };
  render(<NothingScreen query="ganjux qwz" unknown={['ganjux', 'qwz']} {...props} />);
  expect(screen.getByText('No page has: ganjux, qwz')).toBeDefined();
  expect(screen.getByRole('button', { name: 'ganyu' })).toBeDefined();
});
