// @vitest-environment node
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'acorn';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { buildBundle } from '../../bundler/buildBundle.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { Memory } from '../../bundler/preview/memory.mjs';
import { writeTree } from './writeTree';

const tree: Record<string, string> = {
  'components/Quiet.tsx':
    "import { part } from './lib/part';\nimport './quiet.css';\nexport default () => <p className=\"quiet\">{part}</p>;\n",
  'components/quiet.css': '.quiet { color: red }\n',
  'components/Live.tsx':
    "import { useState } from 'react';\nimport Link from '@docusaurus/Link';\nimport { part } from './lib/part';\nexport default function Live() { const [n] = useState(part); return <Link to=\"/\">{n}</Link>; }\n",
  'components/Drawn.tsx': "import data from '@site/data/a.json';\nexport default () => <b>{data.name}</b>;\n",
  'components/Pictured.tsx':
    "import { useState } from 'react';\nimport src from './picture.png';\nexport default function Pictured() { const [own] = useState(src); return <img src={own} alt=\"\" />; }\n",
  'components/picture.png': 'not read',
  'components/lib/part.ts': 'export const part = 1;\n',
  'data/a.json': '{ "name": "first" }\n',
};

type Answer = { error?: string; stale?: true };

const dir = mkdtempSync(join(tmpdir(), 'bindery-session-'));
const parts = join(dir, 'parts');
const site = join(dir, 'site');
const environment = { BINDERY_PARTS: parts, BINDERY_COMPONENTS: join(site, 'components'), BINDERY_DEV: 'preview' };

function startSession() {
  const child = spawn('node', ['bundler/preview/session.mjs'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  const make = async (outDir: string): Promise<Answer> => {
    const job = { uiDir: process.cwd(), outDir, siteDir: join(site, 'components'), tree: site, partsDir: parts };
    child.stdin.write(`${JSON.stringify({ ...job, input: {}, dev: 'preview' })}\n`);
    const { value } = await lines.next();
    return JSON.parse(value as string) as Answer;
  };
  return { make, ended, stop: () => child.kill() };
}

let session: ReturnType<typeof startSession>;
beforeAll(() => {
  writeTree(site, tree);
  session = startSession();
});
afterAll(() => {
  session.stop();
  rmSync(dir, { recursive: true });
});

/** All files of a bundle. */
function contents(out: string): Record<string, string> {
  const files = readdirSync(out, { recursive: true }).map(String).sort();
  const isFile = (name: string) => statSync(join(out, name)).isFile();
  return Object.fromEntries(files.filter(isFile).map((name) => [name, readFileSync(join(out, name), 'latin1')]));
}

type Edit = readonly [what: string, file: string, text: string];
const edits: Edit[] = [
  ['nothing', 'components/Quiet.tsx', tree['components/Quiet.tsx']!],
  ['a part of two components', 'components/lib/part.ts', 'export const part = 2;\n'],
  ['data', 'data/a.json', '{ "name": "second" }\n'],
  ['a style sheet', 'components/quiet.css', '.quiet { color: blue }\n'],
  ['a component without code for browsers', 'components/Quiet.tsx', 'export default () => <p>quiet</p>;\n'],
  ['a picture', 'components/picture.png', 'other'],
  ['a component without its picture', 'components/Pictured.tsx', tree['components/Live.tsx']!],
  ['a component that needs the browser no more', 'components/Live.tsx', 'export default () => <i>still</i>;\n'],
  ['a fault of syntax', 'components/Drawn.tsx', 'export default () => <b>;\n'],
  [
    'its correction, with a package that is missing',
    'components/Drawn.tsx',
    "import a from 'no-such-package';\nexport default () => <b>{a}</b>;\n",
  ],
  ['another component', 'components/Quiet.tsx', 'export default () => <p>other</p>;\n'],
];

test('after each edit a session makes the bundle that a new process makes', async () => {
  for (const [at, [what, file, text]] of edits.entries()) {
    writeFileSync(join(site, file), text);
    const [known, fresh] = [join(dir, `known-${at}`), join(dir, `fresh-${at}`)];
    expect(await session.make(known), what).toEqual({});
    execFileSync('node', ['build.mjs'], { env: { ...process.env, ...environment, BINDERY_OUT: fresh } });
    expect(contents(known), what).toEqual(contents(fresh));
  }
  expect(contents(join(dir, 'known-1'))).not.toEqual(contents(join(dir, 'known-0')));
});

test('after an edit rollup runs only for the platforms that use the file', async () => {
  const root = join(dir, 'runs');
  const text = (words: string) => `export default () => <p>${words}</p>;\n`;
  writeTree(root, { ...tree, 'components/Quiet.tsx': `import './quiet.css';\n${text('a')}` });
  const memory = new Memory();
  const make = async () => {
    const job = { uiDir: process.cwd(), outDir: join(dir, 'runs-out'), siteDir: join(root, 'components'), tree: root };
    await buildBundle({ ...job, partsDir: parts, input: {}, dev: 'preview', memory });
    return { ...memory.runs };
  };
  const edit = (file: string, to: string) => writeFileSync(join(root, file), to);
  expect(await make()).toEqual({ browser: 1, node: 1 });
  edit('components/Quiet.tsx', `import './quiet.css';\n${text('b')}`);
  expect(await make()).toEqual({ browser: 1, node: 2 });
  edit('components/quiet.css', '.quiet { color: green }\n');
  expect(await make()).toEqual({ browser: 1, node: 2 });
  edit('components/Live.tsx', tree['components/Live.tsx']!.replace('{n}', '{n}{n}'));
  expect(await make()).toEqual({ browser: 2, node: 3 });
});

/** The names that a module imports from files, by the file, and those that it exports. */
function borders(file: string): { imports: Map<string, Set<string>>; exports: Set<string> } {
  type Name = { name?: string; value?: string };
  type Specifier = { type: string; imported?: Name; local?: Name; exported?: Name };
  type Node = { type: string; source?: { value: string } | null; specifiers?: Specifier[]; exported?: Name };
  const { body } = parse(readFileSync(file, 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' });
  const nameOf = (name?: Name) => name?.name ?? name?.value ?? '';
  const imports = new Map<string, Set<string>>();
  const exports = new Set<string>();
  for (const node of body as unknown as Node[]) {
    const from = node.source?.value;
    if (from?.startsWith('.')) {
      const path = resolve(dirname(file), from);
      const names = imports.get(path) ?? new Set();
      for (const one of node.specifiers ?? []) {
        if (one.type === 'ImportDefaultSpecifier') names.add('default');
        if (one.type === 'ImportSpecifier') names.add(nameOf(one.imported));
        if (one.type === 'ExportSpecifier') names.add(nameOf(one.local));
      }
      imports.set(path, names);
    }
    if (node.type === 'ExportNamedDeclaration')
      for (const one of node.specifiers ?? []) exports.add(nameOf(one.exported));
    if (node.type === 'ExportDefaultDeclaration') exports.add('default');
  }
  return { imports, exports };
}

function expectBordersToFit(out: string) {
  for (const folder of ['client/assets', 'ssr']) {
    const root = join(out, folder);
    const files = readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => /\.m?js$/.test(name));
    const known = new Map(files.map((name) => [join(root, name), borders(join(root, name))]));
    expect([...known.keys()].some((file) => /preview.site\.m?js$/.test(file))).toBe(true);
    for (const [file, { imports }] of known) {
      for (const [path, names] of imports) {
        const lacking = [...names].filter((name) => !known.get(path)?.exports.has(name));
        expect(lacking, `${relative(root, file)} from ${relative(root, path)}`).toEqual([]);
      }
    }
  }
}

test('what the two parts import from each other, they export', () => {
  expectBordersToFit(join(dir, 'known-0'));
});

test("browsers of a preview run React's development build, and its production build renders", () => {
  const warning = 'Each child in a list should have a unique';
  const out = contents(join(dir, 'known-0'));
  const texts = (folder: string) => Object.entries(out).filter(([name]) => name.startsWith(folder));
  expect(texts('client/').some(([, text]) => text.includes(warning))).toBe(true);
  expect(texts('ssr/').some(([, text]) => text.includes(warning))).toBe(false);
});

test('a part of the interface whose files are gone is made again', () => {
  for (const name of readdirSync(parts)) rmSync(join(parts, name, 'node'), { recursive: true });
  const out = join(dir, 'damaged');
  execFileSync('node', ['build.mjs'], { env: { ...process.env, ...environment, BINDERY_OUT: out } });
  expectBordersToFit(out);
});

test("a script of each page that imports a name that one of the interface's modules lacks costs nothing else", () => {
  writeTree(site, {
    'src/client.ts':
      "import { useLocation, noSuchName } from '@docusaurus/router';\nexport function onRouteUpdate() { noSuchName(useLocation); }\n",
  });
  const input = join(dir, 'input.json');
  writeFileSync(input, JSON.stringify({ site: { clientModules: ['src/client.ts'] } }));
  const out = join(dir, 'lacking');
  execFileSync('node', ['build.mjs'], {
    env: { ...process.env, ...environment, BINDERY_INPUT: input, BINDERY_OUT: out },
  });
  expectBordersToFit(out);
  const { problems } = JSON.parse(readFileSync(join(out, 'bundle.json'), 'utf8')) as {
    problems: { message: string }[];
  };
  expect(problems.map(({ message }) => message)).toContain('`docusaurus/router.ts` exports no `noSuchName`');
});

test('a session ends where it would have to forget what it knows', async () => {
  writeFileSync(join(site, 'components/New.tsx'), 'export default () => <p>new</p>;\n');
  expect(await session.make(join(dir, 'stale'))).toEqual({ stale: true });
  expect(await session.ended).toBe(0);
});
