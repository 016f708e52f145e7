import { expect, test } from 'vitest';
import { linesOf } from '../../src/search/static/lines';
import { bestLine, type Terms } from '../../src/search/static/mark';

const none: ReadonlySet<string> = new Set();

const marks = (...terms: string[]): Terms => ({
  typed: new Map(terms.map((term) => [term, Infinity])),
  phrases: [],
  fillers: [],
});

test('column headers and the end of a table are no line of a result', () => {
  const terms = marks('pyro');
  const text = 'Resistances\n\f\tPyro\tCryo\nPyro Slime\t10%\t20%\n\f\nCD\t12s';
  expect(bestLine(terms, linesOf(text), none)?.text).toBe('Pyro Slime: 10%, 20%');
  expect(bestLine(marks(), linesOf('\f\tPyro\n\t10%'), none)?.text).toBe('10%');
  expect(bestLine(marks(), linesOf('\x85'), none)).toBeUndefined();
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
  expect(bestLine(terms, linesOf('\x85Hit\nThe hit.\n\x85\nA hit, too.'), none)?.text).toBe('The hit.');
});

test('a line has words that the names above it lack', () => {
  const terms = marks('hu', 'tao', 'snapshot');
  const lines = linesOf('Consumes HP of Hu Tao.\n\fAttribute\tBlossom\nSnapshot\tDynamic');
  expect(bestLine(terms, lines, new Set(['hu', 'tao']))?.text).toBe('Snapshot: Dynamic');
  expect(bestLine(terms, lines, none)?.text).toBe('Consumes HP of Hu Tao.');
});
