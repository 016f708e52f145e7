// @vitest-environment node
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTree } from './writeTree';

const dir = mkdtempSync(join(tmpdir(), 'bindery-ui-'));
const out = join(dir, 'out');
const siteComponents = join(dir, 'components');
afterAll(() => rmSync(dir, { recursive: true }));

type ComponentError = { message: string; file?: string; line?: number; column?: number };
type Component = {
  styles: string[];
  source: string;
  file?: string;
  reason?: string;
  error?: ComponentError;
};
type Bundle = {
  entry: string;
  preload: string[];
  styles: string[];
  fonts: string[];
  components: Record<string, Component>;
  problems: { message: string; file?: string }[];
  inlineHeadScript: string;
  files: string[];
  sources: string[];
};
let bundle: Bundle;

const features = '@site/src/components/Features/index.js';
const marks = '@site/src/components/Marks.jsx';
const drawing = '@site/static/img/sign.svg';
const npm = '@site/src/Npm.tsx';
const syntax = '@site/src/Syntax.tsx';
const page = '@site/src/pages/index.tsx';
const torn = '@site/src/pages/torn.jsx';

/** A Docusaurus tree's components as people write them, and some that cannot be used. */
const tree: Record<string, string> = {
  'src/components/Features/index.js': `import React from 'react';
import clsx from 'clsx';
import Heading from '@theme/Heading';
import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import photo from './photo.png';
import styles from './styles.module.css';
const list = [{ Svg: require('@site/static/img/sign.svg').default }];
export default function Features() {
  const { siteConfig } = useDocusaurusContext();
  return (
    <section className={clsx('plain', styles.features)}>
      {list.map(({ Svg }, at) => <Svg key={at} className={styles.featureSvg} role="img" />)}
      <Heading as="h2">{siteConfig.title}</Heading>
      <Link to="/docs"><Translate id="x">Read</Translate></Link>
      <img src={photo} alt={translate({ message: 'Photo' })} />
      <a href={useBaseUrl('/a')}>a</a>
    </section>
  );
}
`,
  'src/components/Features/styles.module.css':
    '.features { background: url(@site/static/img/sign.svg), url(~@site/static/img/sign.svg#a) } @media (width > 1px) { .featureSvg { width: 2rem } }\n',
  'src/components/Features/photo.png': 'photo',
  'src/components/Marks.jsx':
    'export const Mark = ({ children }) => <mark>{children}</mark>;\nexport const Set = { One: () => <b>one</b> };\n',
  'src/Npm.tsx': "import x from 'no-such-package';\nexport default () => <p>{x}</p>;\n",
  'src/Aliased.tsx': "import { part } from '#parts/sum';\nexport default () => <p>{part}</p>;\n",
  'src/Syntax.tsx': 'export default function Syntax() {\n  return <p>;\n}\n',
  'src/pages/index.tsx': `import { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Layout from '@theme/Layout';
import Own from '@theme/Own';
import { Unused } from './types';
export default function Home(): ReactNode {
  const { siteConfig, i18n } = useDocusaurusContext();
  return (
    <Layout title={siteConfig.customFields.name} noFooter>
      <Head><meta name="x" content="<y>" /><title>Whole</title></Head>
      <main className="wide">{i18n.currentLocale} <Own /></main>
    </Layout>
  );
}
`,
  'docs/text.mdx': `---
title: x
---
import Features from '@site/src/components/Features';
import Gone from './gone.mdx';

# Text

export const Note = ({ children }) => (
  <i>

    {children} {sum}
  </i>
);

export const sum = 1 + 2;

\`\`\`js
export const No = no code;
\`\`\`

export of goods
`,
  'src/pages/types.ts': 'export type Unused = 1;\n',
  'src/pages/torn.jsx': "import { read } from '../read';\nexport default () => <p>{read()}</p>;\n",
  'src/read.js': "export const read = () => { throw new Error('torn', { cause: new Error('wet') }); };\n",
  'tsconfig.json': '{ "compilerOptions": { "paths": { "#parts/*": ["./parts/*"] } } }',
  'parts/sum.ts': 'export const part = 2;\n',
  'src/theme/Own/index.js': 'export default () => <b>own</b>;\n',
  'static/img/sign.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" style="color:red"><path d="M0 0"/></svg>',
  'components/Plain.tsx':
    'import \'./plain.css\';\nexport default function Plain() { return <p className="plain">Plain</p>; }\n',
  'components/plain.css': '.plain { color: red }\n.plain::before { background: url(./gone.png) 0 0; margin: 1px }\n',
  'components/Counter.tsx':
    "import { useState } from 'react';\nexport const interactive = true;\nexport default function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }\n",
  'components/Folder/index.tsx': 'export default () => <i>in-a-folder</i>;\n',
  'components/room/inner/Deep.tsx': 'export default () => <i>in-a-room</i>;\n',
  'components/room/lib/Part.tsx': 'export const part = 1;\n',
  'components/room/Twice.tsx': 'export default () => <i>first</i>;\n',
  'components/Twice.tsx': 'export default () => <i>second</i>;\n',
  'components/Loads.tsx': "throw new Error('not today');\nexport default () => null;\n",
  'components/Nothing.tsx': 'export const interactive = true;\nexport const named = 1;\n',
  'components/Unmarked.tsx':
    "import { useCount } from './lib/count';\nexport default function Unmarked() { const [n] = useCount(); return <b>{n}</b>; }\n",
  'components/lib/count.ts':
    "import { useState } from 'react';\n// useEffect( is only a word here\nexport const useCount = () => useState(0);\n",
  'components/Quiet.tsx':
    "import { useId, useMemo } from 'react';\nexport default function Quiet() { return <b id={useId()}>{useMemo(() => 'static-only-text', [])}</b>; }\n",
  'components/Misspelt.tsx':
    "import './plain.css';\n  export const interactive = 'onuse';\nexport default () => <p>misspelt</p>;\n",
  'components/Said.tsx':
    "import { useState } from 'react';\nexport const interactive = false;\nexport default function Said() { useState(1); return <b>said-to-be-static</b>; }\n",
};

beforeAll(() => {
  writeTree(dir, tree);
  const input = join(dir, 'input.json');
  const modules = [
    features,
    `${marks}#Mark`,
    `${marks}#Set.One`,
    drawing,
    npm,
    '@site/src/Aliased.tsx',
    syntax,
    page,
    torn,
    '@site/docs/text.mdx#Note',
  ];
  const site = {
    title: 'Site',
    baseUrl: '/base/',
    config: { customFields: { name: 'Named -->' } },
    mermaid: { theme: { light: 'neutral' } },
  };
  writeFileSync(input, JSON.stringify({ modules, site }));
  execFileSync('node', ['build.mjs'], {
    env: {
      ...process.env,
      BINDERY_OUT: out,
      BINDERY_COMPONENTS: siteComponents,
      BINDERY_INPUT: input,
      BINDERY_DEV: '',
    },
  });
  bundle = JSON.parse(readFileSync(join(out, 'bundle.json'), 'utf8')) as Bundle;
});

const bytes = (path: string) => readFileSync(join(out, 'client', path));
const brotli = (path: string) => brotliCompressSync(bytes(path)).length;

test("the page's script stays below 5 KB, with the interface below 78 KB, style sheets below 14 KB", () => {
  const early = [bundle.entry, ...bundle.preload].map(brotli).reduce((a, b) => a + b);
  const later = bundle.files.filter((file) => /^assets\/interface-\w+\.js$/.test(file));
  const styles = bundle.styles.map(brotli).reduce((a, b) => a + b);
  expect(early).toBeLessThan(5 * 1024);
  expect(later).toHaveLength(1);
  // In KB of 1,024 bytes, as the browser case that counts a first visit.
  expect(early + brotli(later[0]!)).toBeLessThan(78 * 1024);
  expect(styles).toBeLessThan(14_000);
});

test("the interface does not contain React's view transitions, which nothing uses", () => {
  const file = bundle.files.find((name) => name.startsWith('assets/interface-'))!;
  expect(bytes(file).toString()).not.toContain('.startViewTransition(');
});

test("the interface does not contain React's exports that nothing names", () => {
  const file = bundle.files.find((name) => name.startsWith('assets/interface-'))!;
  expect(bytes(file).toString()).not.toContain('.prefetchDNS=');
});

test('the search stays small: its modal, its page, and what only an exported site loads', () => {
  const named = (name: string) =>
    bundle.files.filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith('.js'));
  const sum = (...names: string[]) =>
    names
      .flatMap(named)
      .map(brotli)
      .reduce((a, b) => a + b);
  expect(['modal', 'SearchResults', 'settings', 'answer'].map((name) => named(name).length)).toEqual([1, 1, 1, 1]);
  // Both contain the figure that a query names, its announcement, what is suggested for unknown words, and why a search
  // failed. The modal also opens the closed tab or details that a hit is in.
  expect(sum('modal', 'settings')).toBeLessThan(7.5 * 1024);
  // The page also keeps the lists that Back returns to.
  expect(sum('SearchResults', 'settings')).toBeLessThan(5.4 * 1024);
  // Only exported sites load it: it ranks, corrects and highlights as the server does, and opens what hides a hit.
  // The names of chunks in it are hashes, which compress to a few bytes more or less.
  expect(sum('answer')).toBeLessThan(6.2 * 1024);
  expect(readFileSync(join(out, 'client', named('modal')[0] ?? ''), 'utf8')).not.toContain('words.txt');
});

test('every file is there, named by its content', () => {
  for (const file of bundle.files) {
    expect(bytes(file).length).toBeGreaterThan(0);
    expect(file).toMatch(/^assets\/[\w-]+-\w{8,}\.\w+$/);
  }
});

test("the site's components are found, styled and distinguished", () => {
  expect(bundle.components.Plain).toEqual({
    styles: [expect.stringMatching(/^assets\/content-\w+\.css$/)],
    source: 'site',
    file: 'components/Plain.tsx',
  });
  expect(bundle.components.Counter).toMatchObject({ styles: [], source: 'site' });
  expect(islands()).toContain('Counter');
  expect(bundle.components.Tabs).toMatchObject({ source: 'builtin' });
  expect(islands()).not.toContain('Tabs');
});

test('folders contain components; folders named lib contain their parts', () => {
  expect(bundle.components.Deep).toMatchObject({ file: 'components/room/inner/Deep.tsx' });
  expect(bundle.components.Part).toBeUndefined();
  expect(ask({ c: 'Deep' }).html).toContain('in-a-room');
});

test('two files of one name are an error', () => {
  expect(bundle.components.Twice?.error).toEqual({
    message: '`components/Twice.tsx` is a component of the same name',
    file: 'components/room/Twice.tsx',
  });
});

test('an interactive component is a chunk of its own, not part of the first load', () => {
  expect(bundle.files.filter((file) => /Counter-\w+\.js$/.test(file))).toHaveLength(1);
  expect(bundle.preload).toEqual([]);
});

test('executables carry a bundle without the components of the site', () => {
  const plain = JSON.parse(readFileSync(join(out, 'plain.json'), 'utf8')) as Bundle & { engine: string };
  expect(Object.values(plain.components).map(({ source }) => source)).not.toContain('site');
  expect(Object.keys(plain.components)).toContain('Tabs');
  expect(plain.entry).toBe(bundle.entry);
  const islands = bundle.files.filter((file) => /^assets\/(?:Counter|Unmarked|islands)-/.test(file));
  expect(islands.length).toBeGreaterThan(1);
  for (const file of islands) expect(plain.files).not.toContain(file);
  for (const file of plain.files) expect(bytes(file).length).toBeGreaterThan(0);
  expect(readFileSync(join(out, 'ssr/engine.js'), 'utf8')).toContain('static-only-text');
  expect(readFileSync(join(out, plain.engine), 'utf8')).not.toContain('static-only-text');
});

test('a static component ships no script, and what says that it is static is', () => {
  const scripts = bundle.files.filter((file) => file.endsWith('.js')).map((file) => bytes(file).toString());
  for (const text of ['static-only-text', 'said-to-be-static', 'in-a-folder', 'featureSvg'])
    expect(
      scripts.some((script) => script.includes(text)),
      text,
    ).toBe(false);
  expect(islands()).not.toContain('Quiet');
  expect(islands()).not.toContain('Said');
});

test('a component that needs the browser is an island, and the sign is named', () => {
  expect(islands()).toContain('Unmarked');
  expect(bundle.components.Unmarked).toMatchObject({
    reason: '`useState` in components/lib/count.ts',
  });
  expect(bundle.components.Counter?.reason).toBeUndefined();
});

test('a broken component is reported with its location, and the rest is bundled', () => {
  const errorOf = (name: string) => bundle.components[name]?.error;
  expect(errorOf('Loads')).toEqual({ message: 'it throws when it is loaded: not today', file: 'components/Loads.tsx' });
  expect(errorOf('Nothing')).toMatchObject({ message: expect.stringContaining('No matching export') });
  expect(errorOf(npm)).toBeUndefined();
  expect(bundle.problems).toEqual([
    expect.objectContaining({ message: 'the package `no-such-package` is not installed', file: 'src/Npm.tsx' }),
    expect.objectContaining({
      message: "`interactive` is `'onuse'`, which is not a valid value",
      file: 'components/Misspelt.tsx',
      line: 2,
      column: 30,
    }),
    expect.objectContaining({
      message: expect.stringContaining('there is no file `./gone.png`'),
      file: 'components/plain.css',
      line: 2,
    }),
  ]);
  expect(errorOf(syntax)).toMatchObject({ file: 'src/Syntax.tsx', line: 3 });
  expect(errorOf(features)).toBeUndefined();
  const answer = ask({ c: 'Loads' });
  expect(answer.error).toMatchObject({
    message: 'its module cannot be used',
    causes: ['components/Loads.tsx: it throws when it is loaded: not today'],
  });
});

test("a Docusaurus tree's components render, with their styles, pictures and links", () => {
  const html = ask({ c: features }).html ?? '';
  const sheet = bytes(bundle.components[features]!.styles[0]!).toString();
  const [, local] = /class="plain ([\w-]+)"/.exec(html)!;
  expect(sheet).toMatch(
    new RegExp(`\\.${local}\\{background:url\\("\\./(sign-\\w+\\.svg)"\\),url\\("\\./\\1#a"\\)\\}`),
  );
  expect(html).toMatch(
    /<svg xmlns="[^"]+" viewBox="0 0 1 1" class="[\w-]*featureSvg[\w-]*" role="img"><path d="M0 0"\/><\/svg>/,
  );
  expect(html).toContain('<h2>Site</h2><a href="/base/docs">Read</a>');
  const [, photo] = /<img src="\/base\/(assets\/photo-\w+\.png)" alt="Photo"\/>/.exec(html)!;
  expect(bytes(photo!).toString()).toBe('photo');
  expect(html).toContain('<a href="/base/a">a</a>');
  expect(ask({ c: `${marks}#Mark`, k: [{ h: 0 }] }).html).toBe('<mark><bindery-slot data-n="0"></bindery-slot></mark>');
  expect(ask({ c: `${marks}#Set.One` }).html).toBe('<b>one</b>');
  expect(ask({ c: drawing, p: { title: 'Sign' } }).html).toContain('aria-label="Sign"');
  expect(ask({ c: 'Folder' }).html).toBe('<i>in-a-folder</i>');
});

test('a style sheet with a missing picture keeps all else', () => {
  const sheet = bytes(bundle.components.Plain!.styles[0]!).toString();
  expect(sheet).toContain('.plain:before{background:url(about:invalid) 0 0;margin:1px}');
});

test('no file refers to another host or to a data url', () => {
  for (const file of bundle.files.filter((name) => name.endsWith('.css'))) {
    expect(bytes(file).toString().replace('url(about:invalid)', '')).not.toMatch(/url\("?(?!"|\.\/)/);
  }
});

test('the text font alone is preloaded, and the licence goes with the fonts', () => {
  expect(bundle.fonts).toEqual([expect.stringMatching(/^assets\/source-sans-3-/)]);
  expect(bundle.files.filter((file) => file.endsWith('.woff2'))).toHaveLength(2);
  const licence = bundle.files.find((file) => /\/font-licence-\w+\.txt$/.test(file))!;
  expect(
    bytes(licence)
      .toString()
      .match(/SIL OPEN FONT LICENSE Version 1\.1/g),
  ).toHaveLength(2);
  expect(bytes(bundle.styles[0]!).toString()).toContain(licence.replace('assets/', ''));
});

test('style sheets use logical properties', () => {
  for (const file of bundle.files.filter((name) => name.endsWith('.css'))) {
    expect(bytes(file).toString()).not.toMatch(/[;{\s-](left|right)\b/);
  }
});

test('the worker answers each request and outlives errors and prints', () => {
  const requests = [
    { id: 1, op: 'component', tree: { c: 'Plain' } },
    { id: 2, op: 'component', tree: { c: 'Counter', p: {} } },
    { id: 3, op: 'component', tree: { c: 'Nope' } },
    { id: 4, op: 'nope' },
  ];
  const { stdout, status } = spawnSync('node', [join(out, 'ssr/worker.mjs')], {
    input: requests.map((one) => `${JSON.stringify(one)}\n`).join(''),
    encoding: 'utf8',
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; html?: string; error?: { message: string } });
  expect(status).toBe(0);
  expect(answers.find(({ id }) => id === 1)?.html).toBe('<p class="plain">Plain</p>');
  expect(answers.find(({ id }) => id === 2)?.html).toContain('data-island="Counter"');
  expect(answers.find(({ id }) => id === 3)?.error?.message).toContain('Nope');
  expect(answers.find(({ id }) => id === 4)?.error?.message).toContain('nope');
});

type Answer = { id: number; html?: string; error?: { message: string; causes: string[] } };

/** What the worker makes of a component tag. */
/** The names of the components that hydrate, as the renderer knows them. */
function islands(): string[] {
  const worker = readFileSync(join(out, 'ssr/worker.mjs'), 'utf8');
  const list = /const interactive = new Set\((\[[^\]]*\])\)/.exec(worker)?.[1];
  return JSON.parse(list ?? '[]') as string[];
}

function ask(tree: { c: string; p?: unknown; k?: unknown[] }): Answer {
  const { stdout } = spawnSync('node', [join(out, 'ssr/worker.mjs')], {
    input: `${JSON.stringify({ id: 1, op: 'component', tree })}\n`,
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Answer;
}

test('the properties of a page are in a comment before it, and its main becomes a div', () => {
  expect(bundle.components[page]).toMatchObject({ file: 'src/pages/index.tsx' });
  expect(islands()).not.toContain(page);
  const [note = '', html] = ask({ c: page }).html?.split(/(?<=-->)(?=<div)/) ?? [];
  expect(html).toBe('<div class="wide">en<!-- --> <b>own</b></div>');
  expect(JSON.parse(note.slice('<!--bindery:page '.length, -'-->'.length))).toEqual({
    title: 'Named -->',
    headTitle: 'Whole',
    noFooter: true,
    head: '<meta name="x" content="&lt;y&gt;">',
  });
  expect(ask({ c: 'Plain' }).html).not.toContain('<!--');
});

test('a page that throws in an imported module is rendered by the browser', () => {
  expect(bundle.components[torn]).toMatchObject({ reason: '`throw` in src/read.js' });
  expect(islands()).toContain(torn);
  expect(ask({ c: torn }).error).toMatchObject({
    message: 'torn',
    causes: ['wet'],
    instead: expect.stringContaining('data-blank'),
  });
});

test('the files that the bundle is made of are listed, wherever they are', () => {
  expect(bundle.sources).toEqual(expect.arrayContaining(['parts/sum.ts', 'src/Aliased.tsx', 'components/Counter.tsx']));
  expect(bundle.sources).not.toContain('docs/text.mdx');
  expect(ask({ c: '@site/src/Aliased.tsx' }).html).toBe('<p>2</p>');
});

test('the script that draws diagrams is a file beside, which only they load', () => {
  const [script, ...others] = bundle.files.filter((file) => file.startsWith('assets/mermaid-'));
  expect(others).toEqual([]);
  const named = bundle.files.filter((file) => file.endsWith('.js') && bytes(file).includes(`/base/${script}`));
  expect(named).toEqual([expect.stringMatching(/^assets\/enhanceDiagrams-/)]);
  expect(bytes(named[0]!).toString()).toContain('neutral');
});

test('a document can export components', () => {
  expect(bundle.components['@site/docs/text.mdx#Note']).toMatchObject({ file: 'docs/text.mdx' });
  expect(islands()).not.toContain('@site/docs/text.mdx#Note');
  expect(ask({ c: '@site/docs/text.mdx#Note', k: [{ h: 0 }] }).html).toBe(
    '<i><bindery-slot data-n="0"></bindery-slot> <!-- -->3</i>',
  );
});
