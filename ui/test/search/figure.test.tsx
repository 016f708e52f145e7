import { act, render, renderHook, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FigureBox } from '../../src/search/FigureBox';
import { figureToSaved } from '../../src/search/history';
import { SearchScreens, statusOf } from '../../src/search/modal/SearchScreens';
import { NothingScreen } from '../../src/search/modal/screens';
import { useChoices } from '../../src/search/modal/useChoices';
import { docPage, site } from '../fixtures';

const ANSWER = { url: 'https://indexed.example/ganyu#attacks', title: 'Ganyu', heading: 'Attacks', figures: [] };

test('a figure has the name of its row and a link to its section', () => {
  const figures = [{ name: 'Aimed Shot, Level 9', value: '80.6%' }];
  render(<FigureBox figure={{ ...ANSWER, figures }} externalUrlRegex={null} />);
  expect(screen.getByRole('link', { name: 'Ganyu: Attacks' }).getAttribute('href')).toBe('/ganyu#attacks');
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
  const region = within(screen.getByRole('region', { name: 'Ganyu: Attacks' }));
  expect(region.getAllByRole('definition').map((one) => one.textContent)).toEqual(['1', '2']);
  expect(warned).not.toHaveBeenCalled();
});

const STATE = { settings: null, failure: null };
const answered = {
  hits: [],
  found: 0,
  unknown: [],
  understood: '',
  query: 'ganyu',
  figure: { ...ANSWER, sentence: 'It is 80.6%.' },
};

test('the modal announces a figure, and does not say that there are no results', () => {
  const state = { ...STATE, answer: answered };
  expect(statusOf('ganyu', state)).toBe('Ganyu: Attacks: It is 80.6%. Results: 0');
  const on = { onHistoryChange: () => {}, onSuggest: () => {} };
  const choice = { id: 'search-choice-0', saved: figureToSaved(answered.figure) };
  const shown = { choices: [choice], current: choice, onChoose: () => {}, onPoint: () => {} };
  render(<SearchScreens {...state} asked="ganyu" shown={shown} history={null} {...on} />);
  const option = screen.getByRole('option', { name: 'Ganyu: Attacks It is 80.6%.' });
  expect(option.getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByText(/No results for/)).toBeNull();
});

test('arrow keys reach the figure, which is the first choice and is followed to its tab', () => {
  const hit = {
    ...{ id: '1', url: '/ganyu', type: 'lvl1', isTool: false, content: '', title: [], summary: [] },
    levels: ['Characters', 'Ganyu', '', '', '', '', ''],
  };
  const figure = { ...ANSWER, url: 'https://indexed.example/ganyu?tab=Skill#attacks' };
  const state = { ...STATE, answer: { ...answered, hits: [hit], found: 1, figure } };
  const navigate = vi.fn();
  const context = { site, page: docPage, navigate };
  const { result } = renderHook(() => useChoices(state, 'ganyu', context, () => {}));
  const { choices } = result.current.shown;
  expect(choices.map(({ saved }) => saved.url)).toEqual([figure.url, '/ganyu']);
  act(() => result.current.move(1));
  expect(result.current.shown.current?.saved.url).toBe('/ganyu');
  act(() => result.current.move(-1));
  const { current, onChoose } = result.current.shown;
  onChoose(current!.saved, new KeyboardEvent('keydown', { key: 'Enter' }) as never);
  expect(navigate).toHaveBeenCalledWith('/ganyu?tab=Skill#attacks');
});

test('a search without results says which words no page has', () => {
  const props = { suggestions: ['ganyu'], feedbackUrl: null, onSuggest: () => {} };
  render(<NothingScreen query="ganjux qwz" unknown={['ganjux', 'qwz']} {...props} />);
  expect(screen.getByText('No page has: ganjux, qwz')).toBeDefined();
  expect(screen.getByRole('button', { name: 'ganyu' })).toBeDefined();
});
