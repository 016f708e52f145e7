import { site } from 'virtual:bindery-site';
import { contentContext } from '../lib/text/locale';
import { isAssetPath } from '../lib/path';

export type BaseUrlOptions = { forcePrependBaseUrl?: boolean; absolute?: boolean };

/** A path with the base path before it. Pages get that of the current locale; all locales share files. */
export default function useBaseUrl(path: string, options: BaseUrlOptions = {}): string {
  if (path === '' || /^(?:[a-z]+:|\/\/|#)/i.test(path)) return path;
  const { baseUrl, url } = site;
  const isOwn = path.startsWith(baseUrl) && !options.forcePrependBaseUrl;
  const rest = isOwn ? path.slice(baseUrl.length) : path.replace(/^\//, '');
  const home = isAssetPath(rest, baseUrl) ? baseUrl : (contentContext().home ?? baseUrl);
  const own = isOwn && path.startsWith(home) ? path : home + rest;
  return options.absolute ? url + own : own;
}

export function useBaseUrlUtils(): { withBaseUrl: typeof useBaseUrl } {
  return { withBaseUrl: useBaseUrl };
}

export function addBaseUrl({ url, options }: { url: string; options?: BaseUrlOptions }): string {
  return useBaseUrl(url, options);
}
