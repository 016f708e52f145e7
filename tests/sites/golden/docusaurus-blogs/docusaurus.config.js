// Two blogs: each has its own posts, lists, tags, authors and translations. So do two folders of pages.
module.exports = {
  title: 'Blogs',
  url: 'https://blogs.example.org',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: { postsPerPage: 1 } }]],
  plugins: [
    ['@docusaurus/plugin-content-pages', { id: 'more', path: 'more', routeBasePath: 'more' }],
    [
      '@docusaurus/plugin-content-blog',
      {
        id: 'releases',
        path: 'releases',
        routeBasePath: 'releases',
        blogTitle: 'Releases',
        blogSidebarTitle: 'All releases',
        blogSidebarCount: 'ALL',
        editUrl: ({ blogDirPath, blogPath }) => `https://git.example.org/${blogDirPath}/${blogPath}`,
      },
    ],
  ],
};
