module.exports = {
  title: 'Functions that throw',
  url: 'https://functions.example.org',
  baseUrl: '/',
  presets: [['classic', { docs: { editUrl: () => undefined.host, sidebarItemsGenerator: () => none }, blog: false }]],
  plugins: [
    function broken() {
      throw new Error('this plugin does not work');
    },
    async function hooked(context) {
      return {
        name: 'hooked',
        configureWebpack: () => ({}),
        contentLoaded: ({ actions }) => actions.addRoute({ path: '/lost', component: '@site/src/Lost' }),
      };
    },
    [
      '@docusaurus/plugin-client-redirects',
      {
        createRedirects(path) {
          return path === '/docs/a' ? ['old', '/b?c', '/fine'] : null;
        },
      },
    ],
  ],
};
