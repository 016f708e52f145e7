import { AllLink } from '../layout/blog/AllLink';
import { AuthorCard } from '../layout/blog/AuthorCard';
import { Pager } from '../layout/page/Pager';
import { PostCard } from '../layout/blog/PostCard';
import { translate } from '../lib/text/translate';
import type { PageContent } from '../model';
import type { PageViewProps } from './pageViewProps';

export type BlogListPageProps = PageViewProps & { content: Extract<PageContent, { kind: 'blog-list' }> };

export function BlogListPage({ site, page, slots, content }: BlogListPageProps) {
  const { posts, newer, older, author, all } = content;
  const end = (href: string | null, caption: string) => (href === null ? null : { link: { title: '', href }, caption });
  return (
    <div className="doc wide">
      <div className="md">
        {author ? <AuthorCard author={author} heading="h1" /> : <h1>{page.title}</h1>}
        {page.description !== null && <p className="lead">{page.description}</p>}
        {all && <AllLink {...all} />}
        {author && posts.length === 0 && (
          <p>{translate('theme.blog.author.noPosts', 'This author has not written any posts yet.')}</p>
        )}
      </div>
      {posts.map((post) => (
        <PostCard
          key={post.href}
          post={post}
          html={post.slot === null ? null : (slots[post.slot] ?? '')}
          locale={site.locale}
        />
      ))}
      <Pager
        label={translate('theme.blog.paginator.navAriaLabel', 'Blog list page navigation')}
        previous={end(newer, translate('theme.blog.paginator.newerEntries', 'Newer entries'))}
        next={end(older, translate('theme.blog.paginator.olderEntries', 'Older entries'))}
      />
    </div>
  );
}
