import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { translate } from '../../lib/text/translate';
import type { PageLink } from '../../model';

export type SimilarPagesProps = { basePath: string };

/** Links to pages whose addresses are similar to an unknown one. */
export function SimilarPages({ basePath }: SimilarPagesProps) {
  const { pathname } = useLocation();
  const [pages, setPages] = useState<readonly PageLink[]>([]);
  // The address is the browser's, and the list of pages is fetched.
  useEffect(() => {
    let current = true;
    void import('../../enhancements/similarPages')
      .then(({ similarPages }) => similarPages(pathname, basePath))
      .then(
        (found) => current && setPages(found),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [pathname, basePath]);
  if (pages.length === 0) return null;
  return (
    <>
      <h2>{translate('theme.NotFound.similar', 'Pages with a similar address')}</h2>
      <ul className="lines">
        {pages.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>
              {title} <small dir="ltr">{href}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
