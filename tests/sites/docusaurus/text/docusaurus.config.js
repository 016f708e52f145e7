// For the reference build only: the same site as `site.toml`.
module.exports = {
  title: 'Golden',
  url: 'https://golden.example.org',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
  markdown: {hooks: {onBrokenMarkdownLinks: 'warn', onBrokenMarkdownImages: 'warn'}},
  future: {faster: true, v4: {removeLegacyPostBuildHeadAttribute: true}},
  presets: [['classic', {docs: {}, blog: false, pages: false}]],
};
