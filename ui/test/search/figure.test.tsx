import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FigureBox } from '../../src/search/FigureBox';
import { SearchScreens, statusOf } from '../../src/search/modal/SearchScreens';
import { NothingScreen } from '../../src/search/modal/screens';

const ANSWER = { url: 'https://indexed.example/ganyu#attacks', title: 'Ganyu', heading: 'Attacks', figures: [] };

test('a figure has the name of its row and a link to its section', () => {
  const figures = [{ name: 'Aimed Shot, Level 9', value: '80.6%' }];
  render(<FigureBox figure={{ ...ANSWER, figures }} externalUrlRegex={null} />);
  expect(screen.getByRole('link', { name: 'Attacks, Ganyu' }).getAttribute('href')).toBe('/ganyu#attacks');
  expect(screen.getByRole('term').textContent).toBe('Aimed Shot, Level 9');
  expect(screen.getByRole('definition').textContent).toBe('80.6%');
});

test('a figure box has a sentence if no table has the figure, and the name of a page once', () => {
  render(<FigureBox figure={{ ...ANSWER, heading: 'Ganyu', sentence: 'It lasts 6s.' }} externalUrlRegex={null} />);
  expect(screen.getByRole('link').textContent).toBe('Ganyu');
  expect(screen.getByText('It lasts 6s.')).toBeDefined();
});

test('a figure is a region with the name of its section, and rows can have one name', () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  const figures = ['1', '2'].map((value) => ({ name: 'Aimed Shot', value }));
  render(<FigureBox figure={{ ...ANSWER, figures }} externalUrlRegex={null} />);
  const region = within(screen.getByRole('region', { name: 'Attacks, Ganyu' }));
  expect(region.getAllByRole('definition').map((one) => one.textContent)).toEqual(['1', '2']);
  expect(warned).not.toHaveBeenCalled();
});

const STATE = { settings: null, failed: false };
const answered = { hits: [], found: 0, unknown: [], query: 'ganyu', figure: { ...ANSWER, sentence: 'It is 80.6%.' } };

test('the modal announces a figure, and does not say that there are no results', () => {
  const state = { ...STATE, answer: answered };
  expect(statusOf('ganyu', state)).toBe('Attacks, Ganyu: It is 80.6%. Results: 0');
  const on = { onHistoryChange: () => {}, onSuggest: () => {}, onClose: () => {} };
  const shown = { choices: [], current: undefined, onChoose: () => {}, onPoint: () => {} };
  render(<SearchScreens {...state} asked="ganyu" shown={shown} history={null} {...on} />);
  expect(screen.getByText('It is 80.6%.')).toBeDefined();
  expect(screen.queryByText(/No results for/)).toBeNull();
});

test('a search without results says which words no page has', () => {
  const props = { suggestions: ['ganyu'], feedbackUrl: null, onSuggest: () => {} };
  render(<NothingScreen query="ganjux qwz" unknown={['ganjux', 'qwz']} {...props} />);
  expect(screen.getByText('No page has: ganjux, qwz')).toBeDefined();
  expect(screen.getByRole('button', { name: 'ganyu' })).toBeDefined();
});
