import { mountIslands } from 'virtual:bindery-islands';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { enhance, namesLabel } from '../enhancements/enhance';
import { whenWhole } from '../lib/navigation/aheadOfLinks';
import type { SiteProps } from '../model';

/** Makes the articles of a page interactive when they are in the document, also after a crash. */
export function useArticles(site: SiteProps): void {
  const navigate = useNavigate();
  // React does not manage articles: their enhancements start again for each new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a component, and so an effect, of its own.
  useEffect(() => {
    const replaceQuery = (search: string) => void navigate({ search, hash: window.location.hash }, { replace: true });
    return whenWhole(() => {
      const stops = [enhance(document, replaceQuery), mountIslands(document, site)];
      return () => stops.forEach((stop) => stop());
    });
  }, []);
  const { pathname, search } = useLocation();
  const own = useRef(pathname);
  // A link to the shown page may name another tab or `details`. The address of another page changes before its article is here.
  useEffect(() => {
    if (pathname === own.current && namesLabel(search))
      void import('../enhancements/enhanceTabs').then(({ openLabelled }) => openLabelled(document));
  }, [pathname, search]);
}
