import { mountIslands } from 'virtual:bindery-islands';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { enhance } from '../enhancements/enhance';
import type { SiteProps } from '../model';

/** Brings the articles of a page to life once they are in the document, also after a crash. */
export function useArticles(site: SiteProps): void {
  const navigate = useNavigate();
  // Articles are not React's: what makes their parts work is told of each new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a component, and so an effect, of its own.
  useEffect(() => {
    const replaceQuery = (search: string) => void navigate({ search, hash: window.location.hash }, { replace: true });
    const stops = [enhance(document, replaceQuery), mountIslands(document, site)];
    return () => stops.forEach((stop) => stop());
    // The page is what counts; it has a component, and so an effect, of its own.
  }, []);
}
