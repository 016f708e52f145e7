// The forms that configurations take: an asynchronous function, modules of both kinds, TypeScript, packages that are not
// installed, paths made at evaluation.
import path from 'node:path';
import {readFileSync} from 'fs';
import type {Config} from '@docusaurus/types';
import {themes} from 'prism-react-renderer';
import {navbar} from './config/navbar';
import manifest from './package.json';

const here = path.dirname(new URL(import.meta.url).pathname);

export default async function config(): Promise<Config> {
  const remarkMath = (await import('remark-math')).default;
  const {redirects} = require('./config/redirects.cjs') as {redirects: object[]};
  const {version} = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
  return {
    title: `Odd ${manifest.name}`,
    tagline: `Version ${version}`,
    url: 'https://odd.example',
    baseUrl: process.env.ODD_BASE_URL ?? '/odd/',
    titleDelimiter: '·',
    trailingSlash: true,
    favicon: 'img/dot.svg',
    onBrokenLinks: 'throw',
    markdown: {hooks: {onBrokenMarkdownLinks: 'throw'}},
    staticDirectories: ['static', path.resolve(here, 'extra')],
    i18n: {defaultLocale: 'en', locales: ['en', 'fr']},
    customFields: {anything: true},
    presets: [
      [
        '@docusaurus/preset-classic',
        {
          docs: {sidebarPath: require.resolve('./sidebars.js'), remarkPlugins: [remarkMath]},
          blog: {routeBasePath: 'news', blogSidebarCount: 'ALL', feedOptions: {type: null}},
        },
      ],
    ],
    plugins: [
      ['content-docs', {id: 'guides', path: 'guides', routeBasePath: '/guides', sidebarPath: false}],
      ['@docusaurus/plugin-client-redirects', {redirects, fromExtensions: ['html']}],
      process.env.NODE_ENV !== 'production' && 'docusaurus-plugin-not-in-production',
    ],
    themeConfig: {
      navbar,
      footer: {links: [{label: 'About', to: '/about'}], copyright: 'Nobody'},
      colorMode: {defaultMode: 'dark'},
      docs: {sidebar: {hideable: true}},
      prism: {theme: themes.github, darkTheme: themes.dracula},
      tableOfContents: {maxHeadingLevel: 4},
    },
  };
}
