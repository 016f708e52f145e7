// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeTree } from './writeTree';

/** A configuration that needs packages which are not installed. */
const tree = {
  'site/docusaurus.config.js': `
const { parseEnv } = require('./src/env');
const { fbContent } = require('docusaurus-plugin-internaldocs-fb/internal');
const env = parseEnv(process.env);
module.exports = {
  title: 'T',
  baseUrl: '/base/',
  url: \`https://\${env.HOST}t.example\`,
  tagline: fbContent({ internal: 'ours', external: 'yours' }),
  organizationName: require('./src/one').name(),
  projectName: require('./theme').project,
  i18n: { defaultLocale: 'nl', locales: ['nl', 'en'] },
  favicon: process.env.DOCUSAURUS_CURRENT_LOCALE + '.ico',
  presets: [['classic', { blog: {
    readingTime: ({ content, frontMatter, defaultReadingTime }) =>
      frontMatter.hidden ? undefined : defaultReadingTime({ content, options: { wordsPerMinute: 2 } }),
  } }]],
  plugins: [
    './plugins/greeting',
    () => ({ getClientModules: () => ['./src/other', '/abs'] }),
    './plugins/reading',
    function names() {
      return { configureWebpack: () => ({ resolve: { alias: { '@parts': require('path').resolve(__dirname, 'src/parts') } } }) };
    },
    './plugins/naming',
    async () => ({
      configurePostCss(options) {
        options.plugins.push(require('tailwindcss'), require('@tailwindcss/postcss')({ base: 'src' }), ['postcss-nested', { a: 1 }]);
        options.plugins.push(() => {}, { postcssPlugin: 'own-colours' });
        return options;
      },
    }),
    () => ({ name: 'thrower', configurePostCss: (options) => options.none.plugins }),
    './plugins/look/index.js',
    () => ({ configurePostCss: (options) => ({ plugins: [...options.plugins, 'autoprefixer'] }) }),
    './plugins/posts.ts',
  ],
};
`,
  'site/plugins/look/index.js':
    "module.exports = () => ({ getThemePath: () => './theme', configurePostCss: () => ({ plugins: [function grow() {}] }) });\n",
  'site/plugins/look/theme/Details.jsx': '',
  'site/plugins/look/theme/Icon/Edit/index.tsx': '',
  'site/plugins/look/theme/types.d.ts': '',
  'site/plugins/greeting/index.ts': "export default () => ({ getClientModules: () => ['./hello', '../bye.css'] });\n",
  'site/plugins/naming.js':
    "module.exports = (context) => ({ configureWebpack: () => ({ resolve: { alias: { '~': context.siteDir } } }) });\n",
  'site/plugins/posts.ts': `
import matter from 'gray-matter';
import readingTime from 'reading-time';
import { z } from 'zod';
const schema = z.object({ title: z.string().min(1), rank: z.number().optional() });
const text = "---\\ntitle: A: 'b'\\nquoted: 'It''s'\\nrank: 2\\ntags:\\n  - c\\n---\\nThree words here.";
export default async () => ({
  contentLoaded({ actions }) {
    const { data, content } = matter(text);
    actions.setGlobalData({ ...schema.parse(data), content, time: readingTime(content).minutes });
  },
});
`,
  'site/plugins/reading.js': `
import fs from 'fs-extra';
import { normalizeUrl, posixPath } from '@docusaurus/utils';
let actionsData;
export default ({ siteDir, baseUrl }) => ({
  async loadContent() {
    actionsData = { author: require('gitlog').log()[0].author, kept: [1, { is: true }] };
    await fs.outputFile(siteDir + '/new/deep/copy.ts', await fs.readFile(siteDir + '/src/two.ts', 'utf-8'));
    return (await fs.pathExists(siteDir + '/new')) ? fs.readFile(siteDir + '/new/deep/copy.ts', 'utf-8') : '';
  },
  contentLoaded: ({ content, actions }) =>
    actions.setGlobalData(actionsData) ||
    actions.addRoute({
      path: normalizeUrl([baseUrl, '/read//', posixPath('it')]),
      component: '@site/src/one',
      props: { start: content.slice(0, 6), cdn: normalizeUrl(['https://a.b/', '/c', '?d']) },
    }),
});
`,
  // Each of the two asks for the other, which is not ready yet.
  'site/src/one.ts':
    "import { suffix } from './two';\nexport const prefix = 'o';\nexport const name = () => prefix + suffix();\n",
  'site/src/two.ts': "import { prefix } from './one';\nexport const suffix = () => '-' + prefix;\n",
  'site/theme/package.json': '{ "main": "./src/theme" }\n',
  'site/theme/src/theme.js': "exports.project = 'of-a-folder';\n",
  'site/src/env.js': `
const { z } = require('zod');
module.exports.parseEnv = (input) => {
  const env = z.object({ MODE: z.string() }).parse(input);
  if (env.MODE !== 'a') throw new Error('no such mode');
  return env;
};
`,
};

const folder = mkdtempSync(join(tmpdir(), 'evaluated-config-'));
writeTree(folder, tree);
afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(more: object) {
  const scripts = [
    'evaluate.mjs',
    'evaluate/data.mjs',
    'evaluate/packages.mjs',
    'evaluate/places.mjs',
    'evaluate/calls.mjs',
  ];
  const texts = scripts.map((name) => readFileSync(join('../compiler/src/docusaurus', name), 'utf8'));
  writeFileSync(join(folder, 'script.mjs'), texts.join(''));
  const [site, out] = [join(folder, 'site'), join(folder, 'out.json')];
  const config = join(site, 'docusaurus.config.js');
  const ui = process.cwd();
  const request = { site, config, out, ui, esbuild: join(ui, 'node_modules/esbuild'), ...more };
  writeFileSync(join(folder, 'request.json'), JSON.stringify(request));
  execFileSync(process.execPath, [join(folder, 'script.mjs'), join(folder, 'request.json')]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

test('a function of the site that cannot work without packages costs what it returns', () => {
  const { config, warnings, aliases } = evaluate({});
  const theme = '@site/plugins/look/theme';
  expect(aliases).toEqual({
    '@parts': '@site/src/parts',
    '~': '@site',
    '@theme/Details$': `${theme}/Details.jsx`,
    '@theme/Icon/Edit$': `${theme}/Icon/Edit/index.tsx`,
  });
  expect(config).toMatchObject({ title: 'T', url: 'https://t.example', tagline: 'yours', organizationName: 'o-o' });
  expect(config.projectName).toBe('of-a-folder');
  const [thrown, ...others] = warnings;
  expect(thrown).toEqual({
    message: 'a function of `src/env.js` throws: no such mode',
    file: 'src/env.js',
    line: 5,
    column: 31,
  });
  expect(others.every(({ help }: { help?: string }) => help !== undefined)).toBe(true);
});

test('the configuration knows the name of the default locale, which is not one of the environment', () => {
  const { config, environment } = evaluate({});
  expect(config.favicon).toBe('nl.ico');
  expect(environment.DOCUSAURUS_CURRENT_LOCALE).toBe(null);
});

test('what plugins of the site add to PostCSS is known by the names of packages', () => {
  expect(evaluate({}).postCss).toEqual([
    { package: 'tailwindcss' },
    { package: '@tailwindcss/postcss', options: { base: 'src' } },
    { package: 'postcss-nested', options: { a: 1 } },
    { package: 'autoprefixer' },
  ]);
});

test('what a plugin of the site adds to PostCSS and cannot be used is reported with the plugin', () => {
  const { warnings } = evaluate({});
  const lost = warnings.filter(({ message }: { message: string }) => message.includes('configurePostCss'));
  const place = { file: 'docusaurus.config.js', line: 27, column: 7 };
  expect(lost.map(({ help: _, ...warning }: { help: string }) => warning)).toEqual([
    {
      ...place,
      message:
        '`configurePostCss` of a plugin adds a function, which is no package: it does not change the style sheets',
    },
    {
      ...place,
      message:
        '`configurePostCss` of a plugin adds `own-colours`, which is no package: it does not change the style sheets',
    },
    {
      ...place,
      message:
        "`configurePostCss` of the plugin `thrower` throws: Cannot read properties of undefined (reading 'plugins')",
    },
    {
      file: 'plugins/look/index.js',
      line: 1,
      column: 58,
      message:
        '`configurePostCss` of the plugin `./plugins/look/index.js` adds `grow`, which is no package: it does not change the style sheets',
    },
  ]);
});

test('packages of the repository that the site is a part of need not be installed or built', () => {
  const manifest = (name: string) => JSON.stringify({ name, version: '1.2.3', main: 'dist/index.js' });
  writeTree(folder, {
    'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
    'packages/lib/package.json': manifest('@own/lib'),
    'packages/lib/src/index.ts':
      "import { half } from './half';\nexport const words: string[] = [half('on'), require('@own/failing').name];\n",
    'packages/lib/src/half.ts': 'export const half = (text: string) => text + text;\n',
    'packages/lib/src/look.css': '',
    'packages/failing/package.json': manifest('@own/failing'),
    'packages/failing/src/index.ts': "throw new Error('not built');\n",
    'site/workspace.config.ts': `
import { version } from '@own/lib/package.json';
import { words } from '@own/lib';
export default { title: version, tagline: words.join('-'), favicon: require.resolve('@own/lib/look.css') };
`,
  });
  const { config, files } = evaluate({ config: join(folder, 'site/workspace.config.ts') });
  expect(config).toEqual({ title: '1.2.3', tagline: 'onon-', favicon: '@site/../packages/lib/src/look.css' });
  const own = files.map((file: string) => relative(folder, file));
  expect(own).toEqual(expect.arrayContaining(['package.json', 'packages', 'packages/lib/src/half.ts']));
});

test('an error of a configuration has the place where it is written', () => {
  const errorOf = (file: string, text: string, more: Record<string, string> = {}) => {
    writeTree(join(folder, 'site'), { [file]: text, ...more });
    const { error, warnings } = evaluate({ config: join(folder, 'site', file) });
    return error ?? warnings[0];
  };
  const thrown =
    'interface A { b: string }\n\nexport default {\n  title: fail({ b: 1 }),\n};\nfunction fail(a: A) {\n  throw new Error("no");\n}\n';
  expect(errorOf('thrown.ts', thrown)).toEqual({ message: 'no', file: 'thrown.ts', line: 7, column: 9 });
  expect(errorOf('thrown.mjs', '  throw new Error("no");\n')).toMatchObject({ file: 'thrown.mjs', line: 1, column: 9 });

  expect(errorOf('unread.mjs', '\nexport default { title: }\n')).toMatchObject({
    file: 'unread.mjs',
    line: 2,
    column: 25,
  });
  const twice = errorOf('twice.js', 'module.exports = {};\nlet a;\n{ var a; }\n');
  expect(twice).toMatchObject({ file: 'twice.js', line: 3 });
  const data = errorOf('reads.js', "module.exports = require('./data.json');\n", {
    'data.json': '{\n  "a": 1,\n  b\n}\n',
  });
  expect(data).toMatchObject({ file: 'data.json', line: 3, column: 3 });
});

test('the reading time of posts is that of the configuration, which may use that of Docusaurus', () => {
  const path = ['presets', 0, 1, 'blog', 'readingTime'];
  const content = 'Three words, here.';
  const posts = [
    { content, frontMatter: {} },
    { content, frontMatter: { hidden: true } },
  ];
  const calls = [{ isReadingTime: true, path, arguments: posts.map((post) => [post]) }];
  expect(evaluate({ calls }).results).toEqual([{ values: [1.5, null] }]);
});

test('a plugin of the site reads front matter without the packages for it', () => {
  const { results } = evaluate({ calls: [{ isPlugin: true, path: ['plugins', 9], arguments: [] }] });
  const content = 'Three words here.';
  expect(results[0].values[0].globalData).toEqual({ title: "A: 'b'", quoted: "It's", rank: 2, content, time: 0.02 });
});

test('the scripts of a plugin are beside the plugin', () => {
  const calls = [0, 1].map((plugin) => ({ isPlugin: true, path: ['plugins', plugin], arguments: [] }));
  const { results } = evaluate({ calls });
  const modules = results.map((result: { values: { clientModules: string[] }[] }) => result.values[0]?.clientModules);
  expect(modules).toEqual([
    ['@site/plugins/greeting/hello', '@site/plugins/bye.css'],
    ['@site/src/other', '/abs'],
  ]);
});

test('a plugin of the site reads files and joins addresses without the packages for it', () => {
  const { results } = evaluate({ calls: [{ isPlugin: true, path: ['plugins', 2], arguments: [] }] });
  const { routes, globalData } = results[0].values[0];
  // What a missing package would return is an empty text, which a component can render.
  expect(globalData).toEqual({ author: '', kept: [1, { is: true }] });
  const [{ path, props }] = routes;
  expect(path).toBe('/base/read/it');
  expect(props).toEqual({ start: 'import', cdn: 'https://a.b/c?d' });
});
