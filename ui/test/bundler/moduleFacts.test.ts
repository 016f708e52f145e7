// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { PAGE_HOOKS } from '../../bundler/inspect/inspectComponents.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { moduleFacts } from '../../bundler/inspect/moduleFacts.mjs';
// @ts-expect-error The bundler is plain JavaScript.
import { statementsOf } from '../../bundler/mdx/statements.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-facts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function factsOf(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return moduleFacts(file);
}

test('facts are those of the code, not of comments, strings and text', async () => {
  const facts = await factsOf(
    'Quiet.tsx',
    `// useState() throw
const url = 'https://example.org/useEffect()'; /* onClick={ */
const text = \`setState \${url} typeof window\`;
export default () => <p title="onClick={">it's useState() and throw // canUseDOM</p>;`,
  );
  expect(facts).toEqual({ hooks: [], ownHooks: [], handlers: [], methods: [], questions: [], throws: false });
});

test('hooks, handlers, methods and questions are found in their order', async () => {
  const facts = await factsOf(
    'Loud.tsx',
    `export const interactive: boolean = true;
function useOwn<T>(a: T) { if (a) /'/.test('x') || React.useState<T>(a); return useId(); }
const useArrow = () => useMemo(() => 1);
class A extends Component { componentDidMount() { this.setState({}); } }
export default () => <a onClick={() => { if (typeof window === 'undefined') throw new Error(); }}>{\`\${useOwn(1)}\`}</a>;`,
  );
  expect(facts).toEqual({
    hooks: ['useState', 'useId', 'useMemo', 'useOwn'],
    ownHooks: ['useOwn', 'useArrow'],
    handlers: ['onClick'],
    methods: ['componentDidMount', 'setState'],
    questions: ['typeof window'],
    throws: true,
    interactive: true,
  });
});

test.each([
  ["'on-use' as const", 'on-use'],
  ["'always'", undefined],
])('`interactive = %s` is the fact %s', async (value, expected) => {
  expect((await factsOf('A.tsx', `export const interactive = ${value};`)).interactive).toBe(expected);
});

test('the code of a Markdown file is read, and its text is not', async () => {
  const text =
    '# useState()\n\nexport const A = () => <b onClick={() => {}} />;\n\n```js\nexport const b = useMemo();\n```\n';
  const { hooks, handlers } = await factsOf('page.mdx', text);
  expect({ hooks, handlers }).toEqual({ hooks: [], handlers: ['onClick'] });
});

test('older scripts are parsed, and a file that is no script has no facts', async () => {
  expect((await factsOf('old.js', 'with (a) b(010);\nthrow c;')).throws).toBe(true);
  expect((await factsOf('broken.js', 'throw (')).throws).toBe(false);
});

test('statements end where they are complete', async () => {
  const text = `import A from './a'

export const b = '{' // }

# Text (

export const C = () => <p>it's {

  ")"

}</p>;
export const d: number = /[{]/.test('') ? 1 : 2;

Text.`;
  const code = (await statementsOf(text)).split('\n') as string[];
  expect(code.length).toBe(text.split('\n').length);
  expect(code.filter((line) => line.trim() !== '')).toEqual([
    "import A from './a'",
    "export const b = '{' // }",
    "export const C = () => <p>it's {",
    '  ")"',
    '}</p>;',
    "export const d: number = /[{]/.test('') ? 1 : 2;",
  ]);
});

test('statements of code that is part of the text are read, and those of shown code are not', async () => {
  const text = '```mdx-code-block\nexport const a = 1;\n```\n\n```js\nexport const b = 1;\n```\n';
  expect((await statementsOf(text)).trim()).toBe('export const a = 1;');
});

test('statements that are wrong end at their first blank line', async () => {
  expect(await statementsOf('export const a = (\n\nText.')).toBe('export const a = (\n\n');
});

test('a module with decorators has facts', async () => {
  const facts = await factsOf('Decorated.ts', '@sealed\nclass A { @bound act() { useState(); } }\n');
  expect(facts.hooks).toEqual(['useState']);
});

test('each stand-in that asks for the path of the page is known to depend on the page', () => {
  const folder = join(import.meta.dirname, '../../src/docusaurus');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const code = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const functions = [...code.matchAll(/^(?:export (?:default )?)?function (use\w+)[\s\S]*?^\}$/gm)].map(
    ([text, name]) => ({
      name: name!,
      isExported: text.startsWith('export'),
      // At build an address has no query.
      called: [...text.replace(/\{ search \} = useLocation/g, '').matchAll(/\b(use[A-Z]\w*)\(/g)].map(
        ([, own]) => own!,
      ),
    }),
  );
  const asking = new Set(['useLocation']);
  for (let size = 0; size !== asking.size; ) {
    size = asking.size;
    for (const { name, called } of functions)
      if (called.some((own) => asking.has(own) && own !== name)) asking.add(name);
  }
  const exported = functions.filter(({ name, isExported }) => isExported && asking.has(name)).map(({ name }) => name);
  expect(exported).toContain('useDocsVersionCandidates');
  expect(exported.filter((name) => !PAGE_HOOKS.has(name))).toEqual([]);
});
