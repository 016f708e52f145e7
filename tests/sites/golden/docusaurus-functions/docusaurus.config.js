// Functions of the configuration are called with the pages of the site.
module.exports = {
  title: 'Functions',
  url: 'https://functions.example.org',
  baseUrl: '/base/',
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          editUrl: ({ versionDocsDirPath, docPath }) => `https://git.example.org/${versionDocsDirPath}/${docPath}`,
          sidebarPath: './sidebars.js',
          async sidebarItemsGenerator({ defaultSidebarItemsGenerator, docs, ...args }) {
            const items = await defaultSidebarItemsGenerator({ docs, ...args });
            return [...items].reverse().concat({ type: 'link', label: `${docs.length} documents`, href: 'https://example.org' });
          },
          remarkPlugins: [[require('@docusaurus/remark-plugin-npm2yarn'), { sync: true }]],
        },
        blog: false,
      },
    ],
  ],
  plugins: [
    './people-plugin.js',
    () => ({ name: 'empty' }),
    [
      '@docusaurus/plugin-client-redirects',
      {
        redirects: [{ from: ['/first', '/second'], to: '/guides/start' }],
        createRedirects(path) {
          if (path === '/guides/start') return '/old-start';
          if (path.startsWith('/guides/')) return [path.replace('/guides/', '/manual/'), '/guides/start', `${path}/`];
          return undefined;
        },
      },
    ],
  ],
};
