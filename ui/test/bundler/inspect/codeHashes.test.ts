// @vitest-environment node
import { rollup } from 'rollup';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { codeHashes } from '../../../bundler/inspect/codeHashes.mjs';

type Hashes = { shared: string; components: Record<string, string> };
type Component = { name: string; interactive?: boolean | 'on-use'; error?: { message: string } };

const LIST = 'virtual:bindery-components';

const modules: Record<string, string> = {
  entry: `import { components } from '${LIST}'; import 'shared'; console.log(components);`,
  [LIST]: "import A from 'a'; import B from 'b'; export const components = { A, B };",
  shared: "console.log('shared');",
  a: "import 'shared'; import part from 'part'; export default part;",
  b: "import 'shared'; export default 'b';",
  part: "export default 'part';",
};

async function hashes(changed: Record<string, string> = {}, components: Component[] = [{ name: 'A' }, { name: 'B' }]) {
  const all = { ...modules, ...changed };
  let found: Hashes | undefined;
  const bundle = await rollup({
    input: 'entry',
    plugins: [
      {
        name: 'modules',
        resolveId: (id) => (id === LIST ? `\0${id}` : id),
        load: (id) => all[id.replace('\0', '')] ?? null,
      },
      codeHashes({ uiDir: '/', components, found: (hashes: Hashes | undefined) => (found = hashes) }),
    ],
  });
  await bundle.close();
  return found;
}

test('an edit of a component changes the hash of that component only', async () => {
  const before = await hashes();
  const edits: Record<string, string>[] = [{ a: `${modules.a}//` }, { part: "export default 'other';" }];
  for (const changed of edits) {
    const after = await hashes(changed);
    expect(after?.shared).toBe(before?.shared);
    expect(after?.components.B).toBe(before?.components.B);
    expect(after?.components.A).not.toBe(before?.components.A);
  }
});

test('an edit of what all pages need changes the shared hash', async () => {
  const before = await hashes();
  const after = await hashes({ shared: "console.log('other');" });
  expect(after?.shared).not.toBe(before?.shared);
});

test('a component that becomes interactive, or fails, has another hash', async () => {
  const before = await hashes();
  const live = await hashes({}, [{ name: 'A', interactive: true }, { name: 'B' }]);
  expect(live?.components.A).not.toBe(before?.components.A);
  const onUse = await hashes({}, [{ name: 'A', interactive: 'on-use' }, { name: 'B' }]);
  expect([before, live].map((one) => one?.components.A)).not.toContain(onUse?.components.A);
  const list = "import B from 'b'; export const components = { B };";
  const broken = await hashes({ [LIST]: list }, [{ name: 'A', error: { message: 'no' } }, { name: 'B' }]);
  expect(broken?.components.A).not.toBe(before?.components.A);
  expect(broken?.components.B).toBe(before?.components.B);
});

test('modules that match no component give no hashes', async () => {
  expect(await hashes({}, [{ name: 'A' }])).toBe(undefined);
});
