// What a configuration does with packages that are not installed, and what a sidebar's order, partials and imports are
// made of.
import {createRequire} from 'node:module';
import {load} from 'some-yaml-parser';

const require = createRequire(import.meta.url);
const addPlugin = require('./plugins/local.cjs');

export default {
  title: 'Code',
  url: 'https://code.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  customFields: {people: load('- one')},
  presets: [
    [
      'classic',
      {
        docs: {sidebarPath: './sidebars.js', exclude: ['late/hidden.md']},
        theme: {customCss: [require.resolve('some-package/theme.css')]},
      },
    ],
  ],
  plugins: [
    addPlugin({}),
    ['@docusaurus/plugin-ideal-image', {max: Number.MAX_SAFE_INTEGER}],
    ['some-alias-plugin', {alias: {'@late': '@site/docs/late'}}],
  ],
  themeConfig: {
    footer: {
      logo: {src: 'https://elsewhere.example/logo.png'},
      links: [{label: 'Elsewhere', href: 'https://code.example/elsewhere'}],
    },
  },
};
