// @vitest-environment node
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { withoutFlow } from '../../../bundler/inspect/flowTypes.mjs';
import { writeTree } from '../writeTree';

const tree = mkdtempSync(join(tmpdir(), 'flow-types-'));
afterAll(() => rmSync(tree, { recursive: true }));
const CODE =
  '// A file.\n// @flow strict\ntype Props = {| name: ?string |};\nexport default (props: Props) => <b>{props.name}</b>;\n';

const read = (code: string) => withoutFlow(join(tree, 'a.js'), code, { tree }) as Promise<string>;

test('a package that removes the types of Flow is asked for once a file needs it', async () => {
  const plain = '// @flow\nexport default (name: string) => <b>{name}</b>;\n';
  expect(await read(plain)).toBe(plain);
  const other = CODE.replace('// @flow strict', '// See @flow.');
  expect(await read(other)).toBe(other);
  await expect(read(CODE)).rejects.toMatchObject({
    message:
      'its types are those of Flow, which `flow-remove-types` or `@babel/preset-flow` removes once it is installed',
    help: expect.stringContaining('`npm install flow-remove-types`'),
  });
});

test('the preset of Babel, or else the package for it, removes the types of Flow', async () => {
  const babel =
    'exports.transformSync = (code, { presets: [preset], parserOpts }) => ({ code: preset(code) + parserOpts.plugins });\n';
  writeTree(tree, {
    'node_modules/@babel/core/index.js': babel,
    'node_modules/@babel/preset-flow/index.js': "exports.default = (code) => 'babel ' + code.length + ' ';\n",
  });
  expect(await read(CODE)).toBe(`babel ${CODE.length} jsx`);
  const remove = "module.exports = (code, { all }) => ({ toString: () => 'removed ' + all });\n";
  writeTree(tree, { 'node_modules/flow-remove-types/index.js': remove });
  expect(await read(CODE)).toBe('removed true');
});

test.each(['1', 'preview'])('components with types of Flow are rendered: %s', (dev) => {
  const site = join(tree, `site-${dev}`);
  const out = join(site, 'out');
  const flow = "/**\n * @flow strict\n */\nimport typeof TCard from './Card';\n";
  writeTree(site, {
    'src/Flow.js': `${flow}export default function Flow(props: {| +name: ?string |}) {\n  return <em>{props.name}</em>;\n}\n`,
    'src/Flowing.tsx': 'import Flow from \'./Flow\';\nexport default () => <Flow name="flows" />;\n',
    'package.json': '{}',
    'node_modules/flow-remove-types/index.js':
      "module.exports = (code) => code.replace(/import typeof.*/, '').replace(/: \\{\\|.*?\\|\\}/, '');\n",
  });
  const input = join(site, 'input.json');
  const modules = ['@site/src/Flowing.tsx'];
  writeFileSync(input, JSON.stringify({ modules, site: { title: 'S', baseUrl: '/', imported: true, config: {} } }));
  const places = { BINDERY_OUT: out, BINDERY_COMPONENTS: join(site, 'components'), BINDERY_TREE: site };
  execFileSync('node', ['build.mjs'], { env: { ...process.env, ...places, BINDERY_INPUT: input, BINDERY_DEV: dev } });
  const request = `${JSON.stringify({ id: 1, op: 'component', tree: { c: '@site/src/Flowing.tsx' } })}\n`;
  const { stdout } = spawnSync('node', [join(out, 'ssr/worker.mjs')], { input: request, encoding: 'utf8' });
  expect(JSON.parse(stdout).html).toBe('<em>flows</em>');
});
