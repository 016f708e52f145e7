import { expect, test } from 'vitest';
import { linesOf } from '../../src/search/static/lines';
import { bestLine } from '../../src/search/static/mark';

test('column headers and the end of a table are no line of a result', () => {
  const terms = new Map([['pyro', Infinity]]);
  const text = 'Resistances\n\f\tPyro\tCryo\nPyro Slime\t10%\t20%\n\f\nCD\t12s';
  expect(bestLine(terms, text)?.text).toBe('Pyro Slime: 10%, 20%');
  expect(bestLine(new Map(), '\f\tPyro\n\t10%')?.text).toBe('10%');
  expect(bestLine(new Map(), '\x85')).toBeUndefined();
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
  const terms = new Map([['hit', Infinity]]);
  expect(bestLine(terms, '\x85Hit\nThe hit.\n\x85\nA hit, too.')?.text).toBe('The hit.');
});
