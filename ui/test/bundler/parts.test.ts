// @vitest-environment node
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createProcessor } from '@mdx-js/mdx';
import { expect, test } from 'vitest';
// @ts-expect-error The bundler is plain JavaScript.
import { isPartName, partsOf, remarkParts } from '../../bundler/mdx/parts.mjs';

const TEXT = `import Box, * as own from './Box';

export const label = (value) => value;

<Box render={() => label(1)} title="text" level={2} />

> A <button onClick={() => alert('$')}>button</button> in $x$.

<own.Box>
  {(value) => {
    return value; // The end.
  }}
</own.Box>

<Unbound render={() => 1} />

<Box {...label} render={() => 1} />

<Box render={() => props.name} icon={() => <Unbound />} />

<Box render={(toc) => toc} />

<Box title="a" level={2} />
`;

const GIVEN = '({ children: binderyContent, ...binderyProps }) =>';

test('the parts of a text are found once for a bundle', async () => {
  const parts = new Map();
  expect(await partsOf(TEXT, { parts })).toBe(await partsOf(TEXT, { parts }));
});

test('a tag that asks for the sidebar is a part although its properties are data', () => {
  const parts: Record<string, { asksSidebar: boolean }> = {};
  const text =
    "import { useCurrentSidebarCategory } from '@docusaurus/theme-common';\n\n<List items={useCurrentSidebarCategory().items} />\n\n<List items={[useIt()]} />\n";
  const root = createProcessor({ format: 'mdx' }).parse(`import List from './List';\n${text}`);
  remarkParts({ parts, tree: undefined })(root);
  expect(Object.values(parts).map(({ asksSidebar }) => asksSidebar)).toEqual([true, false]);
});

test('tags that need no more than their module become components of it', async () => {
  const parts = await partsOf(TEXT);
  expect([...parts].every(([name, code]) => isPartName(name) && code.startsWith(`export const ${name} = `))).toBe(true);
  const found = [...parts.values()].map((code) => code.slice(code.indexOf('(')).replace(/\s+/g, ' ').trim());
  expect(found).toEqual([
    `${GIVEN} <Box {...binderyProps} render={() => label(1) }>{binderyContent}</Box>;`,
    `${GIVEN} <button {...binderyProps} onClick={() => alert('$') }>{binderyContent}</button>;`,
    `${GIVEN} <own.Box {...binderyProps}>{(value) => { return value; // The end. } }</own.Box>;`,
    `${GIVEN} <Box {...binderyProps} render={(toc) => toc }>{binderyContent}</Box>;`,
  ]);
});

test('edits around a part do not change its name', async () => {
  expect([...(await partsOf(`A line.\n\n${TEXT}`)).keys()]).toEqual([...(await partsOf(TEXT)).keys()]);
});

test('a text that is no MDX has none', async () => {
  expect([...(await partsOf('<Box render={() => 1}>\n\n{'))]).toEqual([]);
});

test('tags of components that the site registers are parts, which import them', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'parts-'));
  const files = {
    'src/theme/MDXComponents.js':
      "import Card from '../components/Card';\nconst Icon = () => null;\nexport default { Card, Icon };\n",
    'src/components/Card.js': 'export default function Card({ icon }) { return icon; }\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const parts = await partsOf('<Card icon={<Icon />} />\n\n<Unbound icon={<Icon />} />\n', { tree, uiDir: '/ui' });
  const [[name, code], ...others] = [...parts];
  expect(others).toEqual([]);
  expect(code.replaceAll(name, 'Part').replace(/\n(?=\})/g, ' ')).toBe(
    `import * as PartCard from "@site/src/components/Card.js";
import * as PartIcon from "@site/src/theme/MDXComponents.js";
export const Part = ${GIVEN} { const Card = PartCard["default"]; const Icon = PartIcon["default"]["Icon"]; return <Card {...binderyProps} icon={<Icon /> }>{binderyContent}</Card>; };
`,
  );
});
