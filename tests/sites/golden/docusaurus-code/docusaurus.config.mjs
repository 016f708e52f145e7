// What a configuration does with packages that are not installed, and what a sidebar's order, partials and imports are
// made of.
import {createRequire} from 'node:module';
import {basename, dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load} from 'some-yaml-parser';

const require = createRequire(import.meta.url);
const __filename = fileURLToPath(import.meta.url);
const __dirname = dirname(__filename);
const addPlugin = require('./plugins/local.cjs');

export default {
  title: 'Code',
  url: 'https://code.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  customFields: {people: load('- one'), folder: basename(__dirname), same: __dirname === import.meta.dirname},
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
