import { site } from 'virtual:bindery-site';

export type BaseUrlOptions = { forcePrependBaseUrl?: boolean; absolute?: boolean };

/** A path of the site with the base path before it. */
export default function useBaseUrl(path: string, options: BaseUrlOptions = {}): string {
  if (/^(?:[a-z]+:|\/\/|#)/i.test(path)) return path;
  const own = path.startsWith(site.baseUrl) && !options.forcePrependBaseUrl ? path : site.baseUrl + path.replace(/^\//, '');
  return options.absolute ? site.url + own : own;
}

export function useBaseUrlUtils(): { withBaseUrl: typeof useBaseUrl } {
  return { withBaseUrl: useBaseUrl };
}
