/** Pure functions over the site's paths. The compiler decides canonical paths; this module builds the URLs of payloads only. */

import type { RoutePath, SiteProps } from '../model';

/** The home of the site in the page's language. */
export function homeOf(site: SiteProps): RoutePath {
  return site.home ?? site.basePath;
}

/** Whether `path` is `prefix` or lies below it. */
export function isBelow(path: RoutePath, prefix: RoutePath): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** The URL of a page's payload. */
export function payloadUrl(path: RoutePath, basePath: string): string {
  return `${basePath}_bindery/page/${belowBase(path, basePath)}`;
}

export function belowBase(path: RoutePath, basePath: string): string {
  return path.startsWith(basePath) ? path.slice(basePath.length) : '';
}

/**
 * A path the server answers with a file: reserved, or with an extension other than `.html`.
 * An extension begins with a letter, so that `/blog/version-1.5` stays a page.
 */
export function isAssetPath(path: string, basePath: string): boolean {
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  if (/^(assets|_bindery|collections)\//.test(rest)) return true;
  const extension = /\.([a-z][a-z0-9]*)$/i.exec(rest)?.[1];
  return extension !== undefined && extension.toLowerCase() !== 'html';
}

/** Whether two paths are the same after percent-decoding. */
export function samePath(a: string, b: string): boolean {
  return a === b || decodePath(a) === decodePath(b);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A redirect's target with the query and hash of the requested address, unless it has its own. */
export function withQueryAndHash(target: string, search: string, hash: string): string {
  const [beforeHash = '', ...hashParts] = target.split('#');
  const ownHash = hashParts.length > 0 ? `#${hashParts.join('#')}` : hash;
  return beforeHash + (beforeHash.includes('?') ? '' : search) + ownHash;
}
