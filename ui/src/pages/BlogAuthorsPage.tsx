import { Authors } from '../layout/blog/Authors';
import type { PageContent } from '../model';
import type { PageViewProps } from './pageViewProps';

export type BlogAuthorsPageProps = PageViewProps & { content: Extract<PageContent, { kind: 'blog-authors' }> };

export function BlogAuthorsPage({ page, content: { authors } }: BlogAuthorsPageProps) {
  return (
    <div className="doc wide md">
      <h1>{page.title}</h1>
      <Authors authors={authors} heading="h2" />
    </div>
  );
}
