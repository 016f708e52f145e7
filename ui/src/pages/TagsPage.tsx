import { TagList } from '../layout/blog/TagList';
import type { PageContent } from '../model';
import type { PageViewProps } from './pageViewProps';

export type TagsPageProps = PageViewProps & { content: Extract<PageContent, { kind: 'tags' }> };

/** All tags of the blog or of the docs, by letter. */
export function TagsPage({ page, content: { letters } }: TagsPageProps) {
  return (
    <div className="doc wide md">
      <h1>{page.title}</h1>
      {letters.map(({ letter, tags }) => (
        <section key={letter} className="sec">
          <h2>{letter}</h2>
          <TagList tags={tags} />
        </section>
      ))}
    </div>
  );
}
