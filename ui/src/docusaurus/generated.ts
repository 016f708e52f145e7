/** What Docusaurus generates for `@generated/`. */

import { config as own, site } from 'virtual:bindery-site';

export const config = { ...site, ...own };
export const i18n = {
  currentLocale: site.locale ?? 'en',
  defaultLocale: site.locale ?? 'en',
  locales: [site.locale ?? 'en'],
  path: 'i18n',
  localeConfigs: {},
  ...own.i18n,
};
export const siteMetadata = { docusaurusVersion: '3.10.0', pluginVersions: {} };
export const globalData = (own as { globalData?: Record<string, unknown> }).globalData ?? {};
export const empty = {};
export const none: never[] = [];
