// @vitest-environment node
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

const dir = mkdtempSync(join(tmpdir(), 'bindery-ui-'));
const out = join(dir, 'out');
const siteComponents = join(dir, 'components');
afterAll(() => rmSync(dir, { recursive: true }));

type Bundle = {
  entry: string;
  preload: string[];
  styles: string[];
  fonts: string[];
  components: Record<string, { interactive: boolean; styles: string[]; source: string }>;
  inlineHeadScript: string;
  files: string[];
};
let bundle: Bundle;

beforeAll(() => {
  mkdirSync(siteComponents);
  writeFileSync(join(siteComponents, 'Plain.tsx'), "import './plain.css';\nexport default function Plain() { return <p className=\"plain\">Plain</p>; }\n");
  writeFileSync(join(siteComponents, 'plain.css'), '.plain { color: red }\n');
  writeFileSync(
    join(siteComponents, 'Counter.tsx'),
    "import { useState } from 'react';\nexport const interactive = true;\nexport default function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }\n",
  );
  execFileSync('node', ['build.mjs'], { env: { ...process.env, BINDERY_OUT: out, BINDERY_COMPONENTS: siteComponents, BINDERY_DEV: '' } });
  bundle = JSON.parse(readFileSync(join(out, 'bundle.json'), 'utf8')) as Bundle;
}, 120_000);

const bytes = (path: string) => readFileSync(join(out, 'client', path));
const brotli = (path: string) => brotliCompressSync(bytes(path)).length;

test('scripts of a first load stay below 85 KB, style sheets below 14 KB', () => {
  const scripts = [bundle.entry, ...bundle.preload].map(brotli).reduce((a, b) => a + b);
  const styles = bundle.styles.map(brotli).reduce((a, b) => a + b);
  expect(scripts).toBeLessThan(85 * 1024);
  expect(styles).toBeLessThan(14 * 1024);
});

test('every file is there, named by its content', () => {
  for (const file of bundle.files) {
    expect(bytes(file).length).toBeGreaterThan(0);
    expect(file).toMatch(/^assets\/[\w-]+-\w{8,}\.\w+$/);
  }
});

test("the site's components are found, styled and told apart", () => {
  expect(bundle.components['Plain']).toEqual({ interactive: false, styles: [expect.stringMatching(/^assets\/content-\w+\.css$/)], source: 'site' });
  expect(bundle.components['Counter']).toMatchObject({ interactive: true, styles: [], source: 'site' });
  expect(bundle.components['Tabs']).toMatchObject({ interactive: false, source: 'builtin' });
});

test('an interactive component is a chunk of its own, not part of the first load', () => {
  expect(bundle.files.filter((file) => /Counter-\w+\.js$/.test(file))).toHaveLength(1);
  expect(bundle.preload).toEqual([]);
});

test('no file refers to another host or to a data url', () => {
  for (const file of bundle.files.filter((name) => name.endsWith('.css'))) {
    expect(bytes(file).toString()).not.toMatch(/url\("?(?!"|\.\/)/);
  }
});

test('the text font alone is preloaded, and the licence goes with the fonts', () => {
  expect(bundle.fonts).toEqual([expect.stringMatching(/^assets\/source-sans-3-/)]);
  expect(bundle.files.filter((file) => file.endsWith('.woff2'))).toHaveLength(2);
  const licence = bundle.files.find((file) => /\/font-licence-\w+\.txt$/.test(file))!;
  expect(bytes(licence).toString().match(/SIL OPEN FONT LICENSE Version 1\.1/g)).toHaveLength(2);
  expect(bytes(bundle.styles[0]!).toString()).toContain(licence.replace('assets/', ''));
});

test('sheets know no left and right', () => {
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
  const { stdout, status } = spawnSync('node', [join(out, 'ssr/worker.mjs')], { input: requests.map((one) => `${JSON.stringify(one)}\n`).join(''), encoding: 'utf8' });
  const answers = stdout.trim().split('\n').map((line) => JSON.parse(line) as { id: number; html?: string; error?: { message: string } });
  expect(status).toBe(0);
  expect(answers.find(({ id }) => id === 1)?.html).toBe('<p class="plain">Plain</p>');
  expect(answers.find(({ id }) => id === 2)?.html).toContain('data-island="Counter"');
  expect(answers.find(({ id }) => id === 3)?.error?.message).toContain('Nope');
  expect(answers.find(({ id }) => id === 4)?.error?.message).toContain('nope');
});
