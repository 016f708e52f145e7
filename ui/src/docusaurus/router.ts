/** Of `@docusaurus/router`: where the reader is, and ways to be elsewhere. Islands have no router around them. */

import { useEffect, useSyncExternalStore } from 'react';
import { contentPlace } from '../lib/text/locale';
import { notePage } from './pageNote';
import useBaseUrl from './useBaseUrl';

export type Location = { pathname: string; search: string; hash: string };
export type History = {
  location: Location;
  push: (to: string) => void;
  replace: (to: string) => void;
  goBack: () => void;
};

/** The address; its query and hash are empty until the page lives. */
export function useLocation(): Location {
  const inBrowser = () => window.location.pathname + window.location.search + window.location.hash;
  const drawn = () => contentPlace().path ?? window.location.pathname;
  const { pathname, search, hash } = new URL(useSyncExternalStore(listen, inBrowser, drawn), 'https://any.invalid');
  return { pathname, search, hash };
}

function listen(listener: () => void): () => void {
  const events = ['popstate', 'hashchange'];
  events.forEach((name) => window.addEventListener(name, listener));
  return () => events.forEach((name) => window.removeEventListener(name, listener));
}

export function useHistory(): History {
  return {
    location: useLocation(),
    push: follow,
    replace: (to) => window.location.replace(to),
    goBack: () => window.history.back(),
  };
}

/** As a click on a link: the page is switched where it is one of this site. */
function follow(to: string): void {
  const link = document.createElement('a');
  link.href = to;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

export type RedirectProps = { to: string | Partial<Location> };

/** Drawn at build it makes the page a redirect; drawn later it leads on. */
export function Redirect({ to }: RedirectProps): null {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? { pathname: to } : to;
  const target = useBaseUrl(pathname) + search + hash;
  notePage({ redirect: target });
  useEffect(() => window.location.replace(target), [target]);
  return null;
}
