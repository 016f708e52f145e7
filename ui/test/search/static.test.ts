import { afterEach, expect, test, vi } from 'vitest';
import { answerFromFiles } from '../../src/search/static/answer';
import type { Word } from '../../src/search/static/expansions';
import { forms } from '../../src/search/static/forms';
import { markWhole, termsOf } from '../../src/search/static/mark';
import { proximity } from '../../src/search/static/rank';
import { openStore } from '../../src/search/static/store';
import { numberOf, tokens } from '../../src/search/static/text';
import { distanceOf, queryOf } from '../../src/search/static/words';

const terms = (text: string) => tokens(text).map(({ term }) => term);

// The same texts and terms as in `format/src/search/text.rs`.
test('text is cut as the index was', () => {
  expect(terms("Amos' Bow, Hu Tao's")).toEqual(['amos', 'bow', 'hu', 'tao']);
  expect(terms('Café Müßig ŒUVRE don’t')).toEqual(['cafe', 'mussig', 'oeuvre', 'dont']);
  expect(terms('e\u0301tude')).toEqual(['etude']);
  expect(terms('— … ()')).toEqual([]);
  expect(terms('2.5s, N2C, C6. 1.6b 12,345 1,2')).toEqual(['2.5s', 'n2c', 'c6', '1.6b', '12345', '1', '2']);
  expect([numberOf('2.5s'), numberOf('c6'), numberOf('12')]).toEqual(['2.5', undefined, undefined]);
  expect(terms('胡桃だ Hu桃')).toEqual(['胡桃', '桃だ', 'hu', '桃']);
  expect(terms('공격력을 C6')).toEqual(['공격', '격력', '력을', 'c6']);
  const text = 'a 胡桃だ b';
  expect(tokens(text).map(({ start, end }) => text.slice(start, end))).toEqual(['a', '胡桃', '桃だ', 'b']);
});

test('typos are counted as characters deleted, inserted, changed and swapped', () => {
  const distance = (a: string, b: string, isPrefix = false) => distanceOf([...a], [...b], 2, isPrefix);
  expect([distance('zhongil', 'zhongli'), distance('ganu', 'ganyu'), distance('ganyu', 'ganyu')]).toEqual([1, 1, 0]);
  expect(distance('elemtal', 'elementals', true)).toBe(2);
  expect(distance('abcdef', 'uvwxyz')).toBeGreaterThan(2);
});

const ENGLISH = {
  endings: [
    ['ence', 'ense'],
    ['uce', 'uction'],
  ],
  suffixes: [
    ['ies', ['y']],
    ['s', ['']],
    ['ing', ['', 'e']],
  ],
} as const;

test('forms are those of the engine', () => {
  expect(forms(ENGLISH, 'hopping')).toContain('hop');
  expect(forms(ENGLISH, 'enemies')).toContain('enemy');
  expect(forms(ENGLISH, 'defence')).toContain('defense');
  expect(forms(ENGLISH, 'reduces')).toContain('reduction');
  expect(forms(ENGLISH, 'é')).toEqual([]);
  expect(forms({ ...ENGLISH, suffixes: [] }, 'enemies')).not.toContain('enemy');
});

const SITE = {
  english: ENGLISH,
  fillers: {
    languages: [
      { always: ['does', 'how', 'the'], dependent: ['work'] },
      { always: ['bin', 'the'], dependent: [] },
    ],
    common: { always: ['the'], dependent: [] },
  },
  pages: [
    ['/hu-tao', 'Hu Tao', 'Characters', 'hutao', 100, 0, 0, 0, 0],
    ['/de/hu-tao', 'Hu Tao', 'Figuren', 'hutao', 100, 1, 0, 2, 0],
  ],
  sections: [
    [1, -1, 'Hu Tao', '', 3],
    [2, 0, 'Charged Attack', 'charged', 4],
    [1, -1, 'Hu Tao', '', 0],
  ],
  languages: ['en', 'de'],
  tags: ['default'],
  elements: { '/hu-tao': 'pyro' },
  synonyms: [
    [['walnut'], ['hutao']],
    [['director'], ['hu', 'tao']],
  ],
  mean: 3,
  shards: ['charged', 'hu'],
};
const FILES: Record<string, unknown> = {
  'site.json': SITE,
  'words.txt': 'charged\nfollows\nhu\nhutao\ntao\n',
  'terms/0.json': {
    charged: [
      [1, 1],
      [0, 1],
    ],
    follows: [[], [1, 1]],
  },
  'terms/1.json': { hu: [[0, 3, 1, 2, 1, 3], []], hutao: [[0, 48, 2, 48], []], tao: [[0, 3, 1, 2, 1, 3], []] },
  'texts/0.json': ['\x85She charged twice.', 'Attacks.\n\x85Levels\nA charged attack follows.\n\x85'],
  'texts/1.json': [''],
};

function serve(files: Record<string, unknown>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/_bindery/search/')[1] ?? '';
    asked.push(name);
    const body = files[name];
    return {
      ok: body !== undefined,
      status: body === undefined ? 503 : 200,
      json: async () => body,
      text: async () => body,
    };
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('an exported site answers from its files, and reads no more of them than it needs', async () => {
  const asked = serve(FILES);
  const ask = (query: string, filter?: string) => answerFromFiles('/a/', { query, filter, perPage: 10, groupLimit: 3 });
  const { hits, found } = await ask('hutao', 'language:=en && docusaurus_tag:=[default]');
  expect(found).toBe(1);
  // Typed as one word, the phrase of the synonyms is also found in the titles above a section.
  expect(hits.map(({ url, type }) => [url, type])).toEqual([
    ['/hu-tao', 'lvl1'],
    ['/hu-tao#charged', 'lvl2'],
  ]);
  expect(hits[0]?.title).toEqual([
    { text: 'Hu', match: true },
    { text: ' ', match: false },
    { text: 'Tao', match: true },
  ]);
  expect(asked).not.toContain('words.txt');
  expect(asked).not.toContain('texts/1.json');
  expect((await ask('hutao')).found).toBe(2);
  expect((await ask('walnut')).found).toBe(2);
  expect((await ask('director')).found).toBe(2);
  expect((await ask('how does the charged work', 'language:=en')).hits[0]?.url).toBe('/hu-tao#charged');
  expect((await ask('follows')).hits[0]?.url).toBe('/hu-tao?tab=Levels#charged');
  const misspelled = (await ask('chraged')).hits;
  expect(misspelled.map(({ url, element }) => [url, element])).toEqual([
    ['/hu-tao#charged', 'pyro'],
    ['/hu-tao', 'pyro'],
  ]);
  expect(misspelled[0]?.summary.map(({ text }) => text).join('')).toBe('A charged attack follows.');
  expect(misspelled[1]?.summary.map(({ text }) => text).join('')).toBe('She charged twice.');
  expect(misspelled[0]?.content).toBe('Attacks.\nLevels\nA charged attack follows.');
  expect((await ask('tao charged')).hits[0]?.levels.slice(0, 3)).toEqual(['Characters', 'Hu Tao', 'Charged Attack']);
  expect((await ask('qwzxvkjh')).hits).toEqual([]);
});

const word = (term: string, terms: Record<string, number>, isFiller = false): Word => ({
  term,
  isFiller,
  expansions: Object.entries(terms).map(([own, typedChars]) => ({
    term: own,
    weight: 1,
    postings: [[], []],
    typedChars,
    isTypo: false,
    isSynonym: false,
    words: 1,
  })),
});

test('fillers are not near each other', () => {
  const filler = (term: string) => word(term, { [term]: Infinity }, true);
  const words = [filler('how'), filler('the'), word('damage', { damage: Infinity }), word('formula', { formula: 1 })];
  expect(proximity(words, 'How to use the map').share).toBe(0);
  expect(proximity(words, 'How the damage is shown').share).toBe(0.5);
  expect(proximity(words, 'How the formula of damage works').share).toBe(1);
});

test('a longer number is not marked', () => {
  const words = [word('9', { 9: Infinity, 90: 1, '9ths': 1, nine: 4 })];
  const { typed } = termsOf({ words, phrases: [], fillers: [] });
  expect([...typed.keys()]).toEqual(['9', 'nine']);
});

test('of a synonym of several words the whole is marked, but no fillers', () => {
  const terms = ['area', 'of', 'effect'].map((term) => [{ term, postings: [[], []] as const }]);
  const marks = termsOf({ words: [], phrases: [{ terms, words: 1 }], fillers: ['of'] });
  const marked = (text: string) => markWhole(marks, text).pieces.filter(({ match }) => match);
  expect(marked('An area of effect, an area.').map(({ text }) => text)).toEqual(['area', 'effect']);
  expect(marked('The effect of an area')).toEqual([]);
});

test('a query has the fillers of the language that is searched', async () => {
  serve(FILES);
  const store = await openStore('/f/_bindery/search/');
  const searchedWords = async (language?: string) => {
    const { words } = await queryOf(store, 'how bin the charged', language);
    return words.filter(({ isFiller }) => !isFiller).map(({ term }) => term);
  };
  expect(await searchedWords('en')).toEqual(['bin', 'charged']);
  expect(await searchedWords('de')).toEqual(['how', 'charged']);
  expect(await searchedWords()).toEqual(['how', 'bin', 'charged']);
});

test('a synonym of several words is in a query once', async () => {
  const synonyms = [
    [['charged'], ['hu', 'tao']],
    [['hu', 'tao'], ['charged'], ['lost', 'words']],
  ];
  serve({ ...FILES, 'site.json': { ...SITE, synonyms } });
  const query = await queryOf(await openStore('/d/_bindery/search/'), 'x charged');
  expect(query.phrases.map(({ terms, words }) => [terms.map(([form]) => form?.term), words])).toEqual([
    [['hu', 'tao'], 2],
  ]);
});

test('lost files are a failure, and asked for again', async () => {
  serve({});
  const ask = () => answerFromFiles('/b/', { query: 'tao', perPage: 10, groupLimit: 1 });
  await expect(ask()).rejects.toThrow('503');
  serve(FILES);
  expect((await ask()).found).toBe(2);
});

test('a search ends at its time limit', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const abort = new AbortController();
  const answer = answerFromFiles('/c/', { query: 'tao', perPage: 10, groupLimit: 1 }, abort.signal);
  abort.abort();
  await expect(answer).rejects.toThrow('in time');
});
