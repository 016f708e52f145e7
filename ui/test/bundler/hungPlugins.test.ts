import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ui = resolve(import.meta.dirname, '../..');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-hung-')));
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

test('a Markdown plugin that does not end is left out of all documents after a few deadlines', () => {
  const tree = join(root, 'tree');
  mkdirSync(tree);
  writeFileSync(join(tree, 'docusaurus.config.js'), CONFIG);
  const parts = ['evaluate.mjs', 'evaluate/data.mjs', 'evaluate/packages.mjs', 'evaluate/plugins.mjs'];
  const source = parts.map((part) => readFileSync(join(ui, '../compiler/src/docusaurus', part), 'utf8')).join('');
  const script = join(root, 'plugins.mjs');
  writeFileSync(script, source);
  const list = ['endless', 'shout'].map((name, at) => ({ path: ['remarkPlugins', at], name }));
  const request = join(root, 'plugins.json');
  const config = join(tree, 'docusaurus.config.js');
  const plugins = { thread: join(ui, 'bundler/mdx/thread.mjs'), lists: { own: { remarkPlugins: list } } };
  const esbuild = join(ui, 'node_modules/esbuild/lib/main.js');
  writeFileSync(request, JSON.stringify({ site: tree, config, esbuild, plugins }));
  const documents = Array.from({ length: 12 }, (_, at) => ({ path: `docs/${at}.md`, text: 'quiet', plugins: 'own' }));
  const job = {
    uiDir: ui,
    tree,
    site: {},
    documents,
    data: {},
    aliases: [],
    admonitions: [],
    hasMath: false,
    deadline: 8000,
    plugins: { script, request },
    workDir: root,
    out: join(root, 'answer.json'),
    present: join(root, 'present.json'),
  };
  const input = join(root, 'request.json');
  writeFileSync(input, JSON.stringify(job));
  const run = spawnSync(process.execPath, [join(ui, 'bundler/mdx/worker.mjs'), input], { cwd: tree, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const answer = JSON.parse(readFileSync(job.out, 'utf8'));
  for (const { nodes, error, failures } of answer.documents) {
    expect(error).toBeUndefined();
    expect(JSON.stringify(nodes)).toContain('LOUD');
    expect(failures).toMatchObject([{ plugin: 'endless', isHung: true, place: '0' }]);
  }
  // Each of at most four threads waits for it when it starts, and for one document more.
  expect(readFileSync(join(tree, 'attempts'), 'utf8').length).toBeLessThan(9);
}, 300_000);
