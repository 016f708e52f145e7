import { config, site, type SiteConfig, type SiteData } from 'virtual:bindery-site';
import { contentContext } from '../lib/text/locale';

export type DocusaurusContext = {
  siteConfig: SiteData & SiteConfig;
  siteMetadata: Record<string, unknown>;
  i18n: {
    currentLocale: string;
    defaultLocale: string;
    locales: string[];
    path: string;
    localeConfigs: Record<string, unknown>;
  };
};

/** Docusaurus' context of the site. */
export default function useDocusaurusContext(): DocusaurusContext {
  const { locale: defaultLocale = 'en' } = site;
  const currentLocale = contentContext().locale?.code ?? defaultLocale;
  const { locales = [defaultLocale], ...i18n } = config.i18n ?? {};
  return {
    siteConfig: { ...site, ...config },
    siteMetadata: {},
    i18n: { path: 'i18n', localeConfigs: {}, ...i18n, currentLocale, defaultLocale, locales },
  };
}
