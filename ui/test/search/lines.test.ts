import { expect, test } from 'vitest';
import { linesOf } from '../../src/search/static/lines';
import { bestLine, type Terms } from '../../src/search/static/mark';

const marks = (...terms: string[]): Terms => ({
  typed: new Map(terms.map((term) => [term, Infinity])),
  phrases: [],
  fillers: [],
});

test('column headers and the end of a table are no line of a result', () => {
  const terms = marks('pyro');
  const text = 'Resistances\n\f\tPyro\tCryo\nPyro Slime\t10%\t20%\n\f\nCD\t12s';
  expect(bestLine(terms, linesOf(text))?.text).toBe('Pyro Slime: 10%, 20%');
  expect(bestLine(marks(), linesOf('\f\tPyro\n\t10%'))?.text).toBe('10%');
  expect(bestLine(marks(), linesOf('\x85'))).toBeUndefined();
});

test('a line has no marks, and knows what hides it', () => {
  const text = 'A.\n\vSkill\nB.\n\v\v\vHits\n\x85Levels\nC\t1\n\x85\nD.\n\v\nE.';
  expect(linesOf(text).map(({ text, kind, opens }) => [text, kind, ...opens])).toEqual([
    ['A.', 'prose'],
    ['Skill', 'title', 'Skill'],
    ['B.', 'prose', 'Skill'],
    ['Hits', 'title', 'Skill'],
    ['Levels', 'title', 'Skill', 'Levels'],
    ['C: 1', 'row', 'Skill', 'Levels'],
    ['D.', 'prose', 'Skill'],
    ['E.', 'prose'],
  ]);
});

test('a sentence comes before a title with the same words', () => {
  const terms = marks('hit');
  expect(bestLine(terms, linesOf('\x85Hit\nThe hit.\n\x85\nA hit, too.'))?.text).toBe('The hit.');
});
