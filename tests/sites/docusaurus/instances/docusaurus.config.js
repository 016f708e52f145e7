// For the reference build only: the same site as `site.toml`.
module.exports = {
  title: 'Golden',
  url: 'https://golden.example.org',
  baseUrl: '/lib/',
  onBrokenLinks: 'warn',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
  markdown: {hooks: {onBrokenMarkdownLinks: 'warn', onBrokenMarkdownImages: 'warn'}},
  future: {faster: true, v4: {removeLegacyPostBuildHeadAttribute: true}},
  presets: [['classic', {docs: {routeBasePath: '/', sidebarPath: './sidebars.json', breadcrumbs: true}, blog: false, pages: false}]],
  plugins: [
    ['@docusaurus/plugin-content-docs', {id: 'cards', path: 'cards', routeBasePath: 'cards', numberPrefixParser: false}],
    ['@docusaurus/plugin-content-docs', {id: 'notes', path: 'more/notes', routeBasePath: 'deep/notes', sidebarPath: './sidebars.json', sidebarCollapsible: false, breadcrumbs: false}],
    ['@docusaurus/plugin-client-redirects', {
      fromExtensions: ['html', 'htm'],
      redirects: [
        {from: '/old', to: '/guide/start'},
        {from: ['/older', '/oldest/one'], to: '/cards/01-first'},
        {from: '/hash', to: '/guide/start#first-step'},
        {from: '/query', to: '/guide/start?a=b'},
        {from: '/away', to: '/deep/notes/one'},
      ],
    }],
  ],
};
