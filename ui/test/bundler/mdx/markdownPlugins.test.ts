import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ui = resolve(import.meta.dirname, '../../..');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-markdown-plugins-')));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * A configuration with a plugin that never ends, and one that changes a word by a package whose older version is a function.
 * It notes each document that it waits for.
 */
const CONFIG = `
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const visit = require('unist-util-visit');
function endless() {
  return () => {
    appendFileSync(join(__dirname, 'attempts'), 'x');
    for (;;) {}
  };
}
function shout() {
  return (tree) => {
    visit(tree, 'text', (node) => {
      node.value = 'LOUD';
    });
  };
}
module.exports = { remarkPlugins: [endless, shout] };
`;

/** What the worker answers for documents with the Markdown plugins `names` of a configuration. */
function runPlugins(config: string, names: string[], documents: { path: string; text: string }[], deadline = 60_000) {
  const tree = mkdtempSync(join(root, 'tree-'));
  const workDir = join(tree, 'work');
  mkdirSync(workDir);
  writeFileSync(join(tree, 'docusaurus.config.js'), config);
  const parts = [
    'evaluate.mjs',
    'evaluate/data.mjs',
    'evaluate/packages.mjs',
    'evaluate/places.mjs',
    'evaluate/plugins.mjs',
  ];
  const source = parts.map((part) => readFileSync(join(ui, '../compiler/src/docusaurus', part), 'utf8')).join('');
  const [script, request, input, out] = ['plugins.mjs', 'plugins.json', 'request.json', 'answer.json'].map((name) =>
    join(workDir, name),
  ) as [string, string, string, string];
  writeFileSync(script, source);
  const list = names.map((name, at) => ({ path: ['remarkPlugins', at], name }));
  const plugins = { thread: join(ui, 'bundler/mdx/thread.mjs'), lists: { own: { remarkPlugins: list } } };
  const esbuild = join(ui, 'node_modules/esbuild/lib/main.js');
  writeFileSync(
    request,
    JSON.stringify({ site: tree, config: join(tree, 'docusaurus.config.js'), ui, esbuild, plugins }),
  );
  const job = {
    uiDir: ui,
    tree,
    site: {},
    documents: documents.map((document) => ({ ...document, plugins: 'own' })),
    data: {},
    aliases: [],
    admonitions: [],
    hasMath: false,
    deadline,
    plugins: { script, request },
    workDir,
    out,
    present: join(workDir, 'present.json'),
  };
  writeFileSync(input, JSON.stringify(job));
  const run = spawnSync(process.execPath, [join(ui, 'bundler/mdx/worker.mjs'), input], { cwd: tree, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return { tree, documents: JSON.parse(readFileSync(out, 'utf8')).documents };
}

test('a Markdown plugin that does not end is left out of all documents after a few deadlines', () => {
  const texts = Array.from({ length: 12 }, (_, at) => ({ path: `docs/${at}.md`, text: 'quiet' }));
  const { tree, documents } = runPlugins(CONFIG, ['endless', 'shout'], texts, 8000);
  for (const { nodes, error, failures } of documents) {
    expect(error).toBeUndefined();
    expect(JSON.stringify(nodes)).toContain('LOUD');
    expect(failures).toMatchObject([{ plugin: 'endless', isHung: true, place: '0' }]);
  }
  // Each of at most four threads waits for it when it starts, and for one document more.
  expect(readFileSync(join(tree, 'attempts'), 'utf8').length).toBeLessThan(9);
}, 300_000);

test('a Markdown plugin that reads data of a missing package does not run', () => {
  const config = `
const rules = require('company-rules/rules');
function intro() {
  return (tree, file) => {
    const rule = rules[file.stem];
    if (rule.isPublic) tree.children.unshift({ type: 'heading', depth: 2, children: [{ type: 'text', value: 'WRONG' }] });
  };
}
module.exports = { remarkPlugins: [intro] };
`;
  const { documents } = runPlugins(config, ['intro'], [{ path: 'docs/a.md', text: 'Text.' }]);
  expect(documents).toMatchObject([{ failures: [{ plugin: 'intro', missing: 'company-rules/rules' }] }]);
  expect(JSON.stringify(documents)).not.toContain('WRONG');
}, 300_000);
