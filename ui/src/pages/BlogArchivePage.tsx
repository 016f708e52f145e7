import { formatDate } from '../lib/text/date';
import type { PageContent } from '../model';
import type { PageViewProps } from './pageViewProps';

export type BlogArchivePageProps = PageViewProps & { content: Extract<PageContent, { kind: 'blog-archive' }> };

export function BlogArchivePage({ site, page, content: { years } }: BlogArchivePageProps) {
  return (
    <div className="doc wide md">
      <h1>{page.title}</h1>
      {page.description !== null && <p className="lead">{page.description}</p>}
      {years.map(({ year, posts }) => (
        <section key={year} className="sec">
          <h2 id={year}>{year}</h2>
          <ul role="list" className="lines">
            {posts.map(({ title, href, date }) => (
              <li key={href}>
                <a href={href}>
                  <time dateTime={date}>{formatDate(date, 'day', site.locale)}</time> - {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
