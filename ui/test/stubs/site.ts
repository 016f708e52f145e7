/** What components may know of the site, as the bundle has it. */
export const site = { title: 'Library', tagline: '', url: 'https://example.org', baseUrl: '/' };
export const config = { themeConfig: {}, customFields: {} };
