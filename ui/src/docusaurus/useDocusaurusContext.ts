import { site, type SiteFacts } from 'virtual:bindery-site';

export type DocusaurusContext = {
  siteConfig: SiteFacts & { themeConfig: Record<string, unknown>; customFields: Record<string, unknown> };
  siteMetadata: Record<string, unknown>;
  i18n: { currentLocale: string; defaultLocale: string; locales: string[] };
};

/** What Docusaurus tells components of the site, as far as it is the same on every page. */
export default function useDocusaurusContext(): DocusaurusContext {
  const { locale = 'en' } = site;
  return {
    siteConfig: { ...site, themeConfig: {}, customFields: {} },
    siteMetadata: {},
    i18n: { currentLocale: locale, defaultLocale: locale, locales: [locale] },
  };
}
