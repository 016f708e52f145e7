/** Stub of `virtual:bindery-site`: the site's title and configuration, as components import them. */
export const site = { title: 'Library', tagline: '', url: 'https://example.org', baseUrl: '/' };
export const config = { themeConfig: {}, customFields: {} };
