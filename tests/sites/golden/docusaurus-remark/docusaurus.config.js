// Documents that Markdown plugins of the configuration change.
const badges = require('./src/markdown/badges');
const stamp = require('./src/markdown/stamp');
const {wrapTables} = require('./src/markdown/wrapTables');

module.exports = {
  title: 'Plugins',
  url: 'https://plugins.example',
  baseUrl: '/',
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          beforeDefaultRemarkPlugins: [require('./src/markdown/refuse.ts').default],
          remarkPlugins: [require('remark-math'), badges, [stamp, {text: 'Read by', next: './other.md'}], require('remark-not-installed')],
          recmaPlugins: [require('./src/markdown/years')],
          rehypePlugins: [wrapTables, require('./src/markdown/sums'), [require('./src/markdown/targets'), {rel: ['noopener', 'nofollow']}]],
        },
        blog: {remarkPlugins: [[stamp, {text: 'Posted by', next: '/other'}]]},
      },
    ],
  ],
};
