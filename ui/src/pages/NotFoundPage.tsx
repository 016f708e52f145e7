import { SimilarPages } from '../layout/page/SimilarPages';
import { translate } from '../lib/text/translate';
import type { PageViewProps } from './pageViewProps';

export function NotFoundPage({ site, page }: PageViewProps) {
  return (
    <div className="status md">
      <svg className="art" viewBox="0 0 112 64" aria-hidden="true">
        <path d="M6 12c16-4 32-3 44 6v38C38 47 22 46 6 50Z" />
        <path d="M106 12c-16-4-32-3-44 6v38c12-9 28-10 44-6Z" />
        <path className="thread" d="M56 6v6M56 20v6M56 34v6M56 48v6" />
        <path d="M50 18c3 2 3 3 6 3M62 40c-3 2-3 2-6 2" />
      </svg>
      <h1>{page.title}</h1>
      <p>{translate('theme.NotFound.p1', 'We could not find what you were looking for.')}</p>
      <p>
        {translate(
          'theme.NotFound.p2',
          'Please contact the owner of the site that linked you to the original URL and let them know their link is broken.',
        )}
      </p>
      <SimilarPages basePath={site.basePath} />
    </div>
  );
}
