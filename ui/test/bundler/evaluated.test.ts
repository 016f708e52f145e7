// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { withExports } from '../../bundler/mdx/markdownText.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { partsOf } from '../../bundler/mdx/parts.mjs';
import { orderedModules } from './inspect/orderedModules';
import { writeTree } from './writeTree';

const ui = resolve(import.meta.dirname, '../..');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-evaluated-')));
afterAll(() => rmSync(root, { recursive: true }));

const PART = expect.stringMatching(/^BinderyPart[0-9a-f]{10}\w+$/);

type Answer = {
  missing?: { message: string; help: string; place: string }[];
  nodes?: { name: string; props: unknown; origin?: object }[];
  error?: { message: string; place: string };
};

/** What the worker makes of documents of a tree. */
function evaluate(texts: Record<string, string>, options: object = {}): Answer[] {
  const tree = join(mkdtempSync(join(root, 'tree-')), 'site');
  mkdirSync(tree);
  const workDir = join(tree, 'work');
  mkdirSync(workDir);
  writeTree(tree, texts);
  const named = Object.entries(texts).filter(([path]) => /^(?:\.\.\/)?docs\/[^_]/.test(path));
  const documents = named.map(([path, text]) => ({ path, text }));
  const [out, present, input] = ['answer.json', 'present.json', 'request.json'].map((name) => join(workDir, name));
  const shared = {
    uiDir: ui,
    tree,
    site: {},
    data: {},
    aliases: [],
    admonitions: [],
    hasMath: false,
    deadline: 60_000,
  };
  writeFileSync(input!, JSON.stringify({ ...shared, documents, workDir, out, present, ...options }));
  const run = spawnSync(process.execPath, [join(ui, 'bundler/mdx/worker.mjs'), input!], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  return (JSON.parse(readFileSync(out!, 'utf8')) as { documents: Answer[] }).documents;
}

test('a document that needs too much memory costs its own place only', () => {
  const hungry = 'Text.\n\nexport const all = [];\n\n{(() => { for (;;) all.push(new Array(1e5).fill(0.5)); })()}\n';
  const [first, second] = evaluate({ 'docs/a.mdx': hungry, 'docs/b.mdx': '{1 + 1}\n' }, { memory: 64 });
  expect(first?.error).toEqual({ message: 'it needs more than 64 MB of memory', place: '0:5:2', isSyntax: undefined });
  expect(second?.nodes).toEqual(['2']);
});

test('a component that is given a function of one place is rendered at build, another is part of its module', () => {
  const Box = 'export default ({ render }) => <b className="box">{render(1)}</b>;\n';
  const Page =
    "import Box from '../src/Box';\n\n<Box render={(n) => n} />\n\n{[2].map((k) => <Box key={k} render={(n) => n + k} />)}\n";
  const [page] = evaluate({ 'docs/a.mdx': Page, 'src/Box.jsx': Box });
  expect(page?.nodes).toMatchObject([
    { kind: 'component', origin: { own: PART, from: 'docs/a.mdx' } },
    { kind: 'tag', name: 'b', props: [['className', 'box']], children: ['3'] },
  ]);
});

test('a list of cards of the sidebar around its page is part of its module', () => {
  const text =
    "import DocCardList from '@theme/DocCardList';\nimport { useCurrentSidebarCategory } from '@docusaurus/theme-common';\n\n<DocCardList items={\n  useCurrentSidebarCategory().items.flatMap((item) => item.items ?? []).sort()\n}/>\n\n<DocCardList items={[1].flatMap((one) => [])} />\n";
  const [page] = evaluate({ 'docs/a.mdx': text });
  expect(page?.error).toBeUndefined();
  expect(page?.nodes?.map(({ origin }) => origin)).toMatchObject([
    { own: PART, from: 'docs/a.mdx' },
    { path: '@theme/DocCardList' },
  ]);
});

test('modules that import each other give documents the values that the order of their imports makes', () => {
  const texts = {
    ...orderedModules,
    'src/value.ts':
      "import './order/first';\nimport { Base } from './order/base';\n" +
      "import { useDoc } from '@docusaurus/plugin-content-docs/client';\nexport const later = () => import('./order/later');\n" +
      "export const value = () => (new Base().leaf() instanceof Base ? useDoc().frontMatter.own : '');\n",
    'docs/a.mdx': "import { value } from '../src/value';\n\n{value()}\n",
    'docs/b.mdx': "import { Leaf } from '../src/order/first';\n\n{typeof Leaf}\n",
  };
  const documents = (['docs/a.mdx', 'docs/b.mdx'] as const).map((path) => {
    return { path, text: texts[path], frontMatter: { own: path }, versionPath: '/docs/' };
  });
  const [first, second] = evaluate(texts, { documents, site: { baseUrl: '/', config: {} } });
  expect(first).toMatchObject({ nodes: ['docs/a.mdx'] });
  expect(second).toMatchObject({ nodes: ['function'] });
});

test('a missing module of which a text uses values is reported at the import', () => {
  const [page, ...others] = evaluate({
    'docs/a.mdx':
      "import Box, { size } from 'no-such/box';\nimport { far } from 'https://cdn.example/far.js';\nimport { near } from '../src/near';\nimport data from '!!yaml-loader!../gone/a.yaml';\n\n{size} {far} {near} {data} <Box />\n",
    'docs/b.mdx': "import Box from 'no-such/box';\n\n<Box>{1 + 1}</Box>\n",
    'src/near.js':
      "import { deep } from 'no-such';\nimport { deeper } from './gone';\nexport const near = [deep, deeper];\n",
  });
  const until = 'until then its values are empty';
  expect(page?.error).toBeUndefined();
  expect(page?.missing).toEqual([
    { message: 'the package `no-such` is not installed', help: expect.stringContaining(until), place: '0:1:1' },
    {
      message: '`https://cdn.example/far.js` is an address, which imports here do not follow',
      help: `import the package by its name and install it with npm; ${until}`,
      place: '0:2:1',
    },
    { message: 'there is no file `./gone`', help: `correct the path; ${until}`, place: '0:3:1' },
    { message: 'there is no file `../gone/a.yaml`', help: `correct the path; ${until}`, place: '0:4:1' },
  ]);
  expect(others).toMatchObject([{ missing: [] }]);
});

test('documents outside of the site import partials and pictures beside them', () => {
  const [page] = evaluate({
    '../docs/a.mdx':
      "import Part from './_part.md';\nimport picture from './b.png';\n\n<Part />\n\n<img src={picture} />\n",
    '../docs/_part.md': 'A part.\n',
    '../docs/b.png': '',
  });
  expect(page?.nodes).toMatchObject([
    { name: 'bindery-partial', children: [{ name: 'p', children: ['A part.'] }] },
    { name: 'img', props: [['src', { '\uFDD0asset': '../docs/b.png' }]] },
  ]);
});

test('the headings of a partial are its export `toc`', () => {
  const [page] = evaluate({
    'docs/a.mdx':
      "import { toc as inner } from './_part.md';\n\nexport const toc = [...inner, { value: 'C', id: 'c', level: 2 }];\n\n<Own of={JSON.stringify(toc)} />\n",
    'docs/_part.md': '# T\n\n## A `b`, c!\n\n### Own {#own}\n\n## A `b`, c!\n',
  });
  expect(page?.error).toBeUndefined();
  const [tag] = page?.nodes ?? [];
  expect(JSON.parse(Object.fromEntries(tag?.props as [string, string][]).of ?? '')).toEqual([
    { value: 'A b, c!', id: 'a-b-c', level: 2 },
    { value: 'Own', id: 'own', level: 3 },
    { value: 'A b, c!', id: 'a-b-c-1', level: 2 },
    { value: 'C', id: 'c', level: 2 },
  ]);
});

test('a tag with an element of a registered component in a property is part of its module', async () => {
  const text = '<Card icon={<On />} />\n';
  const [page] = evaluate({
    'docs/a.mdx': text,
    'src/theme/MDXComponents.js':
      "import * as icons from '../icons';\nexport default { ...icons, Card: () => null };\n",
    'src/icons.js': 'export const On = () => null;\n',
  });
  expect(page?.nodes?.map(({ origin }) => origin)).toMatchObject([{ own: PART, from: 'docs/a.mdx' }]);
});

test('tags of packages are components of the module of their document', async () => {
  const text =
    "import Video from 'no-such-video';\nimport Box from '../src/Box';\n\n<Video id=\"x\">*Text*</Video>\n\n<Box />\n";
  const [page] = evaluate({ 'docs/a.mdx': text, 'src/Box.jsx': 'export default () => null;\n' });
  expect(page?.nodes?.map(({ origin }) => origin)).toMatchObject([{ own: PART }, { path: '../src/Box' }]);
  const [first] = (await partsOf(text)).values();
  expect(first).toContain('<Video {...binderyProps}>{binderyContent}</Video>');
});

test('declarations beside imports are exports, as with the first version of MDX', async () => {
  const text =
    "import Box from '../src/Box';\nconst ONE = 1;\nconst STYLE = {\n  color: 'red',\n};\nfunction two() {\n  return 2;\n}\n\n<Box style={STYLE} render={() => two()} />\n\n{ONE}\n";
  const [page] = evaluate({ 'docs/a.mdx': text, 'src/Box.jsx': 'export default () => null;\n' });
  expect(page?.nodes).toMatchObject([{ kind: 'component', props: [['style', { color: 'red' }]] }, '1']);
  const [first] = (await partsOf(await withExports(text))).values();
  expect(first).toContain('style={STYLE');
});

test('what components know of the page is that of the document', () => {
  const texts = {
    'docs/a.mdx': "import {version, title, doc} from '../src/page';\n\n{version()} {title()} {doc()}\n",
    'src/page.js':
      "import {useActiveDocContext, useActiveVersion, useDoc} from '@docusaurus/plugin-content-docs/client';\n" +
      'export const version = () => useActiveVersion().label;\nexport const title = () => useDoc().frontMatter.own;\n' +
      "export const doc = () => 'doc ' + useActiveDocContext().activeDoc;\n",
  };
  const versions = [
    { name: 'current', label: 'Next', path: '/docs/next', isLast: false, docs: [] },
    { name: '1', label: 'One', path: '/docs', isLast: true, docs: [] },
  ];
  const globalData = { 'docusaurus-plugin-content-docs': { default: { path: '/docs', versions } } };
  const documents = ['/docs/next/', '/docs/'].map((versionPath) => ({
    path: 'docs/a.mdx',
    text: texts['docs/a.mdx'],
    frontMatter: { own: versionPath },
    versionPath,
  }));
  const answers = evaluate(texts, { documents, site: { baseUrl: '/', config: { globalData } } });
  const shown = answers.map(({ nodes }) => JSON.stringify(nodes));
  expect(shown[0]).toContain('Next');
  expect(shown[0]).toContain('/docs/next/');
  expect(shown[1]).toContain('One');
  // Its page has no id and path yet.
  expect(shown[1]).toContain('doc undefined');
});
