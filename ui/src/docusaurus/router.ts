/** The part of `@docusaurus/router` that reads the address and navigates. Islands have no router around them. */

import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { site } from 'virtual:bindery-site';
import { contentContext } from '../lib/text/locale';
import { overridePage } from './pageOverrides';
import useBaseUrl from './useBaseUrl';

export type Location = { pathname: string; search: string; hash: string };
export type History = {
  location: Location;
  push: (to: string) => void;
  replace: (to: string) => void;
  goBack: () => void;
};

/** The address; its query and hash are empty before hydration. */
export function useLocation(): Location {
  const inBrowser = () => window.location.pathname + window.location.search + window.location.hash;
  // The build names the path of pages that are components; other articles are rendered as on the home page.
  const onServer = () =>
    contentContext().path ?? (typeof window === 'undefined' ? site.baseUrl : window.location.pathname);
  const { pathname, search, hash } = new URL(useSyncExternalStore(listen, inBrowser, onServer), 'https://any.invalid');
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

/** Navigates as a click on a link does: to pages of this site without a document load. */
function follow(to: string): void {
  const link = document.createElement('a');
  link.href = to;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

export type RedirectProps = { to: string | Partial<Location> };

/** Rendered at build, it makes the page a redirect; rendered in the browser, it navigates. */
export function Redirect({ to }: RedirectProps): null {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? { pathname: to } : to;
  const target = useBaseUrl(pathname) + search + hash;
  overridePage({ redirect: target });
  useEffect(() => window.location.replace(target), [target]);
  return null;
}

export type RouteProps = { component?: ComponentType; render?: () => ReactNode; children?: ReactNode };

/** A route of the page's own: the page is at its address. */
export function Route({ component: Own, render, children }: RouteProps): ReactNode {
  return Own ? createElement(Own) : (render?.() ?? children ?? null);
}

export function Switch({ children }: { children?: ReactNode }): ReactNode {
  return children ?? null;
}

export function useParams(): Record<string, string> {
  return {};
}

export function useRouteMatch(): { path: string; url: string; params: Record<string, string>; isExact: boolean } {
  const { pathname } = useLocation();
  return { path: pathname, url: pathname, params: {}, isExact: true };
}

/** Whether a path is at or below another. */
export function matchPath(pathname: string, pattern: string | { path?: string; exact?: boolean }) {
  const { path = '/', exact = false } = typeof pattern === 'string' ? { path: pattern } : pattern;
  const isBelow = pathname === path || (!exact && pathname.startsWith(path.replace(/\/?$/, '/')));
  return isBelow ? { path, url: path, params: {}, isExact: pathname === path } : null;
}

export { default as Link, default as NavLink } from './Link';
