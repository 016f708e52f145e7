import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commonJsPackage } from './inspect/commonJsPackage';
import { orderedModules } from './inspect/orderedModules';
import { writeTree } from './writeTree';

/** A Docusaurus tree whose code has faults, or needs what is not installed: each costs its own place only. */
const tree: Record<string, string> = {
  // What a module prints is no answer.
  'src/Self.tsx':
    'console.log("loaded");\nimport Wrapped from \'@theme/CodeBlock\';\nexport default () => <Wrapped language="js">a</Wrapped>;\n',
  'src/theme/CodeBlock/index.tsx':
    "import Original from '@theme-original/CodeBlock';\nexport default (props) => <section><Original {...props} /></section>;\n",
  'src/theme/Layout.tsx':
    "import Original from '@theme-original/Layout';\nexport default () => <Original>gone</Original>;\n",
  'src/Circle.tsx': "import { b } from './circle-b';\nexport const a = 1;\nexport default () => <p>{b()}</p>;\n",
  'src/circle-b.ts': "import { a } from './Circle';\nexport const b = () => a + 1;\n",
  'src/Text.tsx':
    "import Text, { frontMatter } from './_text.mdx';\nexport default () => <div id={String(frontMatter.id)}><Text /></div>;\n",
  'src/_text.mdx':
    "---\nid: x\n---\nimport Bold from './Bold';\n\nSome *text* with a [link](/docs/a) and <Bold>bold</Bold>.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n",
  'src/Declared.tsx':
    "import Text, { Own } from './_declared.mdx';\nexport default () => <div><Own>outside</Own><Text /></div>;\n",
  'src/_declared.mdx':
    "import Bold from './Bold';\nconst Own = ({ children }) => <Bold>{children}</Bold>;\n\n<Own>inside</Own>\n",
  'src/Bold.js': 'export default ({ children }) => <b>{children}</b>;\n',
  'src/Packages.tsx': `import 'events';
import Chart, { Line } from 'no-such-chart';
import { useThing } from 'no-such-chart/hooks';
import styled from '@no-such/styled';
import Unknown from '@theme/NothingOfTheKind';
import StatusCodes from '@theme/StatusCodes';
import plugin from '@docusaurus/plugin-unknown/client';
import gone from './gone.json';
const Box = styled.div\`color: red\`;
export default function Packages() {
  const { list } = plugin.read();
  return <main><Chart><i>chart</i></Chart><Line x={1}>line</Line><Box>box</Box><Unknown>unknown</Unknown><StatusCodes>codes</StatusCodes>{gone.items.map((x) => x)}{String(useThing)}{list}</main>;
}
`,
  'src/Installed.tsx':
    "import { Widget } from 'widgets';\nimport { Fragment } from 'react';\nexport default () => <Fragment><Widget>inside</Widget></Fragment>;\n",
  '../docs/Outside.tsx': "import { word } from 'words';\nexport default () => <p>{word}</p>;\n",
  'node_modules/widgets/package.json': '{ "name": "widgets", "version": "1.0.0", "main": "index.js" }\n',
  'node_modules/widgets/index.js':
    "'use strict';\nconst React = require('react');\nconst runtime = require('react/jsx-runtime');\nconst words = require('words');\nexports.Widget = function Widget(props) { const [word] = React.useState(words.word); return runtime.jsxs('em', { children: [word, props.children] }); };\n",
  'node_modules/words/package.json': '{ "name": "words", "version": "1.0.0", "main": "index.js" }\n',
  'node_modules/words/sheet.css': '.of-package { color: blue }\n',
  'node_modules/words/index.js': "exports.word = 'installed ';\n",
  'src/Broken.tsx':
    "import Syntax from './Syntax';\nimport { missing } from './Bold';\nexport default () => <p><Syntax>kept</Syntax>{String(missing)}</p>;\n",
  'src/Syntax.tsx': 'export default function Syntax() {\n  return <p>;\n}\n',
  'src/Styled.tsx':
    "import styles from './styled.module.css';\nimport scss from './x.module.scss';\nimport './plain.css';\nimport './torn.css';\nexport default () => <p style={{ '--line': '2px' }} className={[styles['hero-box'], styles.heroBox, scss.a].join(' ')}>styled</p>;\n",
  'src/styled.module.css': '.hero-box { background: url(/img/a.png); mask: url(~/img/c.png) }\n',
  'src/x.module.scss': '$c: red;\n.a { color: $c }\n',
  'lib/named.css': '.named { color: red }\n',
  'src/plain.css':
    '@import "@lib/named.css";\n.plain { background: url(./nothing.png); border: var(--line) solid; color: var(--text) }\n.wide { background: url(/static/img/b.png?x) }\n',
  'static/img/b.png': 'b',
  'src/torn.css': '@import url("https://fonts.example/x.css");\n:root { --bg: white }\n.torn { color: blue }\n',
  'src/Short.tsx':
    "import { name } from '@lib/name';\nimport other from 'lib/other';\nimport data from './data.json';\nimport { deep } from './data.json';\nimport text from '!!raw-loader!./plain.css';\nexport default () => <p>{name} {other} {data.deep.x} {deep.x} {text.length}</p>;\n",
  'lib/name.ts': "export const name = 'aliased';\n",
  'lib/other.ts': "export default 'from-base';\n",
  'src/list.json': '[1, 2]',
  // A renderer is a module, which has no `require`.
  'src/Throws.tsx':
    "const { sep } = require(['path'].join(''));\nexport default ({ children }) => <p>{sep}{children}</p>;\n",
  'src/Required.tsx':
    "const lost = require('../.docusaurus/lost.json').items.slice(0, 5);\nconst list = require('./list.json').map((x) => x + 1);\nexport default () => <p>{lost}{list}{require('./data.json').deep.x}</p>;\n",
  'src/data.json': '{ "deep": { "x": "data" } }\n',
  'tsconfig.json':
    '{\n  // The short names.\n  "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["lib/*"], } },\n}\n',
  'src/Modules.tsx': `import Noop from '@docusaurus/Noop';
import ErrorBoundary from '@docusaurus/ErrorBoundary';
import isInternalUrl from '@docusaurus/isInternalUrl';
import useGlobalData, { usePluginData } from '@docusaurus/useGlobalData';
import { DEFAULT_PLUGIN_ID } from '@docusaurus/constants';
import { useLatestVersion } from '@docusaurus/plugin-content-docs/client';
import { useVisibleBlogSidebarItems } from '@docusaurus/plugin-content-blog/client';
import { parseCodeBlockTitle, useNothing } from '@docusaurus/theme-common/internal';
import { applyTrailingSlash } from '@docusaurus/utils-common';
import config from '@generated/docusaurus.config';
import { MDXProvider, useMDXComponents } from '@mdx-js/react';
import MDXComponents from '@theme/MDXComponents';
import MDXContent from '@theme/MDXContent';
import Types from '@theme-init/Admonition/Types';
import Edit from '@theme/Icon/Edit';
import Twitter from '@theme/Icon/Socials/Twitter';
import TOC from '@theme/TOC';
import Navbar from '@theme/Navbar';
import DocItem from '@theme/DocItem/Layout';
import Heading from '@docusaurus/theme-classic/lib/theme/Heading';
import DocCardList from '@theme/DocCardList';
export default function Modules() {
  const { a: A } = useMDXComponents({ b: 'b' });
  return <ErrorBoundary><Noop /><Navbar /><DocItem>item</DocItem><Edit /><Twitter /><Heading as="h2">h</Heading>
    <MDXProvider components={{ a: 'b' }}><MDXContent><A href="/x">a</A></MDXContent></MDXProvider>
    <TOC toc={[{ id: 'i', value: 'v', level: 2 }]} /><Types.tip>t</Types.tip><DocCardList items={[]} />
    {String([isInternalUrl('/a'), typeof useGlobalData(), usePluginData('x'), DEFAULT_PLUGIN_ID, useLatestVersion().name,
      useVisibleBlogSidebarItems([]).length, parseCodeBlockTitle('title="x"'), typeof useNothing, applyTrailingSlash('/a/'), config.title, typeof MDXComponents.img])}</ErrorBoundary>;
}
`,
  'src/theme/MDXComponents.tsx':
    "import Original from '@theme-original/MDXComponents';\nimport Tabs from '@theme/Tabs';\nimport { Card as Own, Set } from '../Card';\nexport default { ...Original, Tabs, Set, Card: Own, Note: (props) => <i>{props.children}</i> };\n",
  'src/Card.tsx':
    'export const Card = () => <b>own-card</b>;\nexport const Set = { Inner: () => <b>inner-card</b> };\n',
  'src/theme/Details.jsx':
    'import Original from \'@theme-original/Details\';\nexport default (props) => <div className="own-details"><Original {...props} /></div>;\n',
  'src/css/custom.css': `@import url('https://fonts.example/x.css');
@import url('no-such-zoom/dist/styles.css');
@import '~no-such-tilde/styles.css';
@import './no-such-sheet.css';
:root { --ifm-color-primary: #123456; --own: 1px; --text: #222; font-size: 30px }
html[data-theme='dark'] { --ifm-color-primary: #abcdef }
.navbar, .markdown > h2 { color: red; background: var(--bg) }
html[data-theme='dark'] .hero { color: green }
@media (width > 1px) { body { margin: 0 } .a { color: blue } }
`,
};

Object.assign(tree, orderedModules, commonJsPackage, {
  'src/Lazy.tsx':
    "import { lazy, Suspense } from 'react';\nconst Later = lazy(() => import('./later'));\nexport default () => <Suspense fallback={<i>wait</i>}><Later /></Suspense>;\n",
  'src/pages/old.jsx':
    "import React from 'react';\nexport default class Old extends React.Component {\n  render() {\n    const { config: siteConfig } = this.props;\n    return <p>{siteConfig.title}</p>;\n  }\n}\n",
  'src/Lacking.tsx':
    "import { Details } from '@docusaurus/theme-common/Details';\nimport { Tabs } from '@theme/Tabs';\nexport default () => <Details summary=\"more\"><Tabs>text</Tabs></Details>;\n",
  // JavaScript with types, which Docusaurus' faster compiler reads.
  'src/typed.js':
    "import { useState, useRef } from 'react';\nimport type { Node } from './types';\nexport default function Typed({ name }: { name: string }): Node {\n  const [one] = useState<string>(name);\n  const list = useRef < (string | null)[] > ([]);\n  return <p>{one}{list.current.length}{1 < 2 && 3 > 2}</p>;\n}\n",
  'src/Typing.tsx': 'import Typed from \'./typed\';\nexport default () => <Typed name="typed" />;\n',
  'src/later.tsx': 'export const title = window.document.title;\nexport default () => <b>{title}</b>;\n',
});

const names = [
  'Self',
  'Circle',
  'Text',
  'Declared',
  'Packages',
  'Installed',
  'Broken',
  'Styled',
  'Short',
  'Modules',
  'Lazy',
  'Lacking',
  'Required',
  'Typing',
  'Ordered',
  'Wrapped',
];
const DECLARED = '@site/src/_declared.mdx#Own';
const OUTSIDE = '@site/../docs/Outside.tsx';
const module = (name: string) => `@site/src/${name}.tsx`;

type Problem = { message: string; help: string; file?: string };
type Bundle = {
  components: Record<string, { error?: { message: string }; styles: string[]; file?: string }>;
  problems: Problem[];
  styles: string[];
};

/** The kind of bundle: the value of the variable that the bundler reads. */
const dev = process.env.BINDERY_DEV ?? '1';
const THROWS = module('Throws');

const folder = mkdtempSync(join(tmpdir(), `bindery-repairs-${dev}-`));
const dir = join(folder, 'site');
const out = join(dir, 'out');
let bundle: Bundle;
afterAll(() => rmSync(folder, { recursive: true }));

const CUSTOM_CSS = ['./src/css/custom.css', 'words/sheet.css', 'no-such-sheet/a.css', './src/css/gone.css'];

beforeAll(() => {
  writeTree(dir, tree);
  const input = join(dir, 'input.json');
  const modules = [
    ...names.map(module),
    THROWS,
    OUTSIDE,
    '@site/src/pages/old.jsx',
    DECLARED,
    'Card',
    'Note',
    'Set.Inner',
    'Tabs',
  ];
  const site = { title: 'Site', baseUrl: '/', imported: true, config: {}, customCss: CUSTOM_CSS };
  writeFileSync(input, JSON.stringify({ modules, site }));
  execFileSync('node', ['build.mjs'], {
    env: {
      ...process.env,
      BINDERY_OUT: out,
      BINDERY_COMPONENTS: join(dir, 'components'),
      BINDERY_TREE: dir,
      BINDERY_INPUT: input,
      BINDERY_DEV: dev,
    },
  });
  bundle = JSON.parse(readFileSync(join(out, 'bundle.json'), 'utf8')) as Bundle;
});

/** What the worker makes of a component tag. */
function ask(tree: object): { html?: string; error?: { message: string; instead?: string; component?: string } } {
  const input = `${JSON.stringify({ id: 1, op: 'component', tree })}\n`;
  const { stdout } = spawnSync('node', [join(out, 'ssr/worker.mjs')], { input, encoding: 'utf8' });
  return JSON.parse(stdout) as { html?: string };
}

const html = (name: string) => ask({ c: module(name) }).html;
const messages = () => bundle.problems.map(({ message }) => message);

test('each component can be used', () => {
  const failed = Object.entries(bundle.components).filter(([, { error }]) => error);
  expect(failed.map(([name]) => name)).toEqual([THROWS]);
});

test('the original of a wrapped part of the theme is ours, and the shell keeps its parts', () => {
  expect(html('Self')).toMatch(/^<section><div class="code-block">/);
  expect(ask({ c: 'Details', p: { summary: 's' } }).html).toMatch(/^<div class="own-details"><details>/);
});

test('modules that import each other bundle', () => {
  expect(html('Circle')).toBe('<p>2</p>');
});

test('classes of modules that import each other are defined in the order of their imports', () => {
  expect(html('Ordered')).toBe('<p id="function">ordered</p>');
});

test('a CommonJS module that requires React has it', () => {
  expect(html('Wrapped')).toBe('<i>wrapped</i>');
  expect(bundle.problems.filter(({ message }) => /react|interface/.test(message))).toEqual([]);
});

test('an imported Markdown file is a component', () => {
  expect(html('Text')).toContain('<p>Some <em>text</em> with a <a href="/docs/a">link</a> and <b>bold</b>.</p>');
  expect(html('Text')).toContain('<td>1</td>');
});

test('declarations beside the imports of a Markdown file are exports', () => {
  expect(html('Declared')).toBe('<div><b>outside</b><b>inside</b></div>');
  expect(ask({ c: DECLARED, k: [{ h: 0 }] }).html).toBe('<b><bindery-slot data-n="0"></bindery-slot></b>');
});

test('data that is required is the data itself, and missing data is empty', () => {
  expect(html('Required')).toBe('<p>2<!-- -->3<!-- -->data</p>');
});

test('JavaScript may have types', () => {
  expect(html('Typing')).toContain('<p>typed<!-- -->0</p>');
});

test('a module that throws only in the renderer costs its own place', () => {
  expect(ask({ c: THROWS, k: [{ h: 0 }] }).html).toBe('<bindery-slot data-n="0"></bindery-slot>');
  const message = 'it throws when it is loaded: ReferenceError: require is not defined';
  const { error } = bundle.components[THROWS]!;
  expect(error).toMatchObject({ message: expect.stringContaining(message), file: 'src/Throws.tsx' });
});

test('a package that is installed uses the React of the interface', () => {
  expect(html('Installed')).toContain('<em>installed <!-- -->inside</em>');
});

test('a file outside of the site uses the packages of the site', () => {
  expect(ask({ c: OUTSIDE }).html).toBe('<p>installed </p>');
});

test('what is not installed shows its children, and is named once with the command', () => {
  expect(html('Packages')).toBe('<div><i>chart</i>line<!-- -->box<!-- -->unknown<!-- -->codes</div>');
  expect(bundle.problems).toContainEqual({
    message: 'the package `no-such-chart` is not installed',
    help: `run \`npm ci\` in \`${dir}\`; until then its components show only their children`,
    file: 'src/Packages.tsx',
  });
  expect(messages().filter((message) => /no-such-chart|@no-such/.test(message))).toHaveLength(2);
  expect(messages()).toContain('unknown module `@theme/NothingOfTheKind`');
  expect(messages()).toContain('unknown module `@docusaurus/plugin-unknown/client`');
  expect(messages()).toContain(
    '`@theme/StatusCodes` is a part of the package `docusaurus-theme-openapi-docs`, which Bindery does not use',
  );
  expect(messages()).toContain('there is no file `./gone.json`');
  if (dev === '1') expect(messages()).toContain('`events` is a module of Node, which browsers do not have');
});

test('a file that cannot be read costs its own place, and an export that is lacking is undefined', () => {
  expect(html('Broken')).toBe('<p>kept<!-- -->undefined</p>');
  expect(bundle.problems).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('cannot read it'), file: 'src/Syntax.tsx', line: 3 }),
  );
});

test('a missing export of a theme module may have the name of a function inside that module', () => {
  expect(html('Lacking')).toBe('<details><summary>more</summary><div class="details-b">text</div></details>');
});

test('a global style sheet may be one of a package, and a missing one is named', () => {
  const sheet = readFileSync(join(out, 'client', bundle.styles[0]!), 'utf8');
  expect(sheet).toContain('.of-package');
  expect(messages()).toContain('the package `no-such-sheet` is not installed');
  // The compiler reports it, with its place.
  expect(messages().filter((message) => message.includes('gone.css'))).toEqual([]);
});

test('style sheets are used as far as they can be read', () => {
  expect(html('Styled')).toMatch(/^<p style="--line:2px" class="(styled_hero-box_\w+) \1 x_module_a_\w+">styled<\/p>$/);
  const sheet = readFileSync(join(out, 'client', bundle.components[module('Styled')]!.styles[0]!), 'utf8');
  expect(sheet).toContain('/img/a.png');
  expect(sheet).toContain('/img/c.png');
  expect(messages().join()).not.toContain('about:invalid');
  // A path from the site's folder on, as Docusaurus accepts it.
  expect(sheet).toMatch(/url\("?\.?\/?b-\w+\.png\?x"?\)/);
  expect(sheet).toContain('.torn');
  expect(sheet).toContain('.named');
  expect(sheet).not.toContain('@import');
  // Its picture is missing.
  expect(sheet).toMatch(/\.plain\s*\{[^}]*about:invalid/);
  expect(messages().filter((message) => message.includes('`sass` is not installed'))).toHaveLength(1);
  // The component sets the one, and the site's global sheet the other.
  expect(sheet).toContain('var(--line) solid');
  expect(sheet).toContain('var(--site-text)');
});

test('what is loaded later does not run at build', () => {
  expect(html('Lazy')).toContain('<i>wait</i>');
  const files = readdirSync(join(out, 'ssr'), { recursive: true }).map(String);
  const scripts = files
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(join(out, 'ssr', name), 'utf8'));
  expect(scripts.join('\n')).toContain('wait');
  expect(scripts.join('\n')).not.toContain('window.document.title');
});

if (dev === '1')
  test('what renders pages contains neither what browsers load later nor streams', () => {
    for (const name of ['worker.mjs', 'engine.js']) {
      const script = readFileSync(join(out, 'ssr', name), 'utf8');
      expect(script).toContain('renderToString = function');
      expect(script).not.toContain('hydrateRoot');
      expect(script).not.toMatch(/renderTo\w+Stream = /);
    }
  });

test('a page gets the configuration as a property', () => {
  expect(ask({ c: '@site/src/pages/old.jsx' }).html).toBe('<p>Site</p>');
});

test('short names, data and raw text are found', () => {
  expect(html('Short')).toBe(
    `<p>aliased<!-- --> <!-- -->from-base<!-- --> <!-- -->data<!-- --> <!-- -->data<!-- --> <!-- -->${tree['src/plain.css']!.length}</p>`,
  );
});

test("Docusaurus' public modules are there, and unknown exports of them are stand-ins", () => {
  const text = html('Modules') ?? '';
  expect(text).toContain('true,object,,default,current,0,x,function,/a,Site,function');
  expect(text).toContain('item<svg');
  expect(text).toContain('<h2>h</h2>');
  expect(text).toContain('<a href="#i">v</a>');
  expect(text).toContain('admonition-tip');
  expect(messages()).toContain('`docusaurus/client/themeInternal.ts` exports no `useNothing`');
});

test('registered components have their names, each with its own module', () => {
  expect(ask({ c: 'Card' }).html).toBe('<b>own-card</b>');
  expect(bundle.components.Card?.file).toBe('src/Card.tsx');
  expect(ask({ c: 'Set.Inner' }).html).toBe('<b>inner-card</b>');
  expect(ask({ c: 'Note', k: [{ h: 0 }] }).html).toBe('<i><bindery-slot data-n="0"></bindery-slot></i>');
  expect(bundle.components.Tabs).toMatchObject({ source: 'builtin' });
});

test('the global sheet sets tokens, and its rules hold in articles and own HTML', () => {
  const sheet = readFileSync(join(out, 'client', bundle.styles[0]!), 'utf8');
  const own = sheet.slice(sheet.lastIndexOf('#123456') - 60);
  expect(own).toContain('--accent:var(--ifm-color-primary)');
  expect(own).toContain('--accent-soft:color-mix(in srgb,var(--accent) 12%,var(--bg))');
  expect(own).toContain('--own: 1px');
  expect(own).toContain('--site-text: #222');
  expect(own).not.toMatch(/--text: ?#222/);
  // The sheet of a component declares it.
  expect(own).toContain('var(--site-bg)');
  expect(own).not.toContain('30px');
  expect(own).toContain(':root:root:not([data-theme=light])');
  expect(own).toMatch(/:is\(\.md,\s*\.page,\s*\.raw\) \.navbar/);
  expect(own).toMatch(/(?<!\)\s)\.md > h2/);
  expect(own).toMatch(/:root:root:not\(\[data-theme=light\]\) :is\(\.md,\s*\.page,\s*\.raw\) \.hero/);
  expect(own).not.toContain('margin');
  expect(own).not.toContain('@import');
  // What it imports is missing.
  expect(messages()).toContain('the package `no-such-zoom` is not installed');
  expect(messages()).toContain('the package `no-such-tilde` is not installed');
  expect(messages().filter((message) => message.includes('`./no-such-sheet.css`'))).toHaveLength(1);
});
