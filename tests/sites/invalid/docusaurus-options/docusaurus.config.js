const lightTheme = {plain: {}, styles: []};

module.exports = {
  title: 'Options',
  url: 'https://options.example',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  clientModules: ['./src/client.js', 'some-package/client'],
  scripts: ['https://cdn.example/a.js', {src: '/b.js', async: true}],
  stylesheets: ['https://cdn.example/katex.min.css'],
  presets: [
    ['classic', {
      docs: {
        routeBasePath: '/',
        editUrl: ({docPath}) => `https://git.example/${docPath}`,
        remarkPlugins: [require('remark-mermaid'), [require('remark-math'), {}]],
        docItemComponent: '@theme/ApiItem',
        breadcrumb: false,
      },
      blog: false,
      theme: {customCss: './src/css/custom.css'},
      unknown: {},
    }],
    'docusaurus-preset-openapi',
  ],
  themes: ['@docusaurus/theme-mermaid'],
  plugins: [
    function own() {},
    ['docusaurus-plugin-sass', {}],
    '@easyops-cn/docusaurus-search-local',
    ['@docusaurus/plugin-content-blog', {id: 'a'}],
    ['@docusaurus/plugin-content-blog', {id: 'b', path: 'other'}],
    ['@docusaurus/plugin-content-docs', {id: 'gone', path: 'gone'}],
    ['@docusaurus/plugin-client-redirects', {createRedirects: (path) => [`/old${path}`]}],
  ],
  themeConfig: {
    navbar: {
      items: [
        {type: 'custom-button', position: 'right'},
        {type: 'doc', docId: 'gone', label: 'Gone'},
      ],
    },
    colorMod: {},
    prism: {theme: lightTheme},
  },
};
