// A site with what the library does not use: announcement, dropdowns, versions, a language from right to left.
export default {
  title: 'Reader',
  tagline: 'Parts of the shell',
  url: 'https://example.org',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'ar'] },
  markdown: { mermaid: true },
  themes: ['@docusaurus/theme-mermaid', '@docusaurus/theme-live-codeblock'],
  clientModules: ['./src/lib/visits.js'],
  customFields: { first: 'the long page' },
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', sidebarPath: './sidebars.js' },
        blog: false,
        gtag: { trackingID: 'G-TEST' },
      },
    ],
  ],
  themeConfig: {
    announcementBar: {
      id: 'first',
      content: 'Version 2 is near. <a href="/guides/long">Read on</a>',
      backgroundColor: '#20232a',
      textColor: '#ffffff',
    },
    colorMode: { respectPrefersColorScheme: true },
    docs: { sidebar: { hideable: true } },
    navbar: {
      title: 'Reader',
      hideOnScroll: true,
      logo: { alt: 'Mark', src: 'img/light.svg', srcDark: 'img/dark.svg' },
      items: [
        {
          label: 'More',
          position: 'left',
          items: [
            { label: 'Long', to: '/guides/long' },
            { label: 'Elsewhere', href: 'https://elsewhere.test/' },
          ],
        },
        { type: 'docsVersionDropdown', position: 'right' },
        { type: 'localeDropdown', position: 'right', queryString: '?persist=1' },
      ],
    },
    footer: {
      logo: { alt: 'Footer mark', src: 'img/light.svg', srcDark: 'img/dark.svg', href: '/' },
      links: [
        { label: 'Long', to: '/guides/long' },
        { label: 'Elsewhere', href: 'https://elsewhere.test/' },
      ],
      copyright: 'Made for <b>tests</b>.',
    },
  },
};
