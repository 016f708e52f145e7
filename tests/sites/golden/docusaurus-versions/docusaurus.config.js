// A generator of sidebar items is called for each version, and shorthand categories keep their order.
module.exports = {
  title: 'Versions',
  url: 'https://versions.example.org',
  baseUrl: '/',
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          lastVersion: 'current',
          async sidebarItemsGenerator({ defaultSidebarItemsGenerator, version, ...args }) {
            const items = await defaultSidebarItemsGenerator({ version, ...args });
            return version.versionName === '1.0' ? [...items].reverse() : items;
          },
        },
        blog: false,
      },
    ],
  ],
};
