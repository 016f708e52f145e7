import { Article } from '../layout/page/Article';
import { Authors } from '../layout/blog/Authors';
import { FallbackNotice } from '../layout/page/FallbackNotice';
import { PageMeta } from '../layout/page/PageMeta';
import { Pager } from '../layout/page/Pager';
import { PostDate } from '../layout/blog/PostDate';
import { TagRow } from '../layout/blog/TagRow';
import { TocDisclosure } from '../layout/toc/TocDisclosure';
import { TocNav } from '../layout/toc/TocNav';
import { translate } from '../lib/text/translate';
import type { PageContent } from '../model';
import type { PageViewProps } from './pageViewProps';

export type BlogPostPageProps = PageViewProps & { content: Extract<PageContent, { kind: 'blog-post' }> };

export function BlogPostPage({ site, page, slots, content: { post, newer, older } }: BlogPostPageProps) {
  const hasToc = !page.hideToc && page.toc.length > 0;
  return (
    <div className={hasToc ? 'doc' : 'doc wide'}>
      <div className="doc-col">
        {hasToc && <TocDisclosure items={page.toc} />}
        <FallbackNotice page={page} />
        <article lang={page.fallback?.lang} dir={page.fallback?.dir}>
          <header className="post-h md">
            <h1>{page.title}</h1>
            <PostDate post={post} locale={site.locale} />
            <Authors authors={post.authors} />
          </header>
          <Article slot={0} html={slots[0] ?? ''} />
        </article>
        <TagRow tags={post.tags} />
        <PageMeta page={page} site={site} />
        <Pager
          label={translate('theme.blog.post.paginator.navAriaLabel', 'Blog post page navigation')}
          previous={newer && { link: newer, caption: translate('theme.blog.post.paginator.newerPost', 'Newer post') }}
          next={older && { link: older, caption: translate('theme.blog.post.paginator.olderPost', 'Older post') }}
        />
      </div>
      {hasToc && <TocNav items={page.toc} heading />}
    </div>
  );
}
