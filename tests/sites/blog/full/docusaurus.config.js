// For the reference build only: the same site as `site.toml`.
module.exports = {
  title: 'Golden',
  url: 'https://golden.example.org',
  baseUrl: '/',
  onBrokenLinks: 'warn',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
  future: {faster: true, v4: {removeLegacyPostBuildHeadAttribute: true}},
  presets: [[
    'classic',
    {
      docs: {},
      pages: false,
      sitemap: false,
      blog: {
        postsPerPage: 3,
        blogSidebarCount: 6,
        blogTitle: 'News',
        blogDescription: 'What is new',
        onInlineTags: 'ignore',
        onInlineAuthors: 'ignore',
        onUntruncatedBlogPosts: 'ignore',
        feedOptions: {type: 'all'},
      },
    },
  ]],
};
