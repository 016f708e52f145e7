import { useArticles } from '../hooks/useArticles';
import { Article } from '../layout/page/Article';
import { BlogArchivePage } from './BlogArchivePage';
import { BlogAuthorsPage } from './BlogAuthorsPage';
import { BlogListPage } from './BlogListPage';
import { BlogPostPage } from './BlogPostPage';
import { CategoryIndexPage } from './CategoryIndexPage';
import { DocPage } from './DocPage';
import { NotFoundPage } from './NotFoundPage';
import type { PageViewProps } from './pageViewProps';
import { SearchPage } from './SearchPage';
import { TagsPage } from './TagsPage';

/** The content of `main`, for each kind of page. */
export function PageView(props: PageViewProps) {
  useArticles(props.site);
  const { content } = props.page;
  switch (content.kind) {
    case 'doc':
    case 'page':
      return <DocPage {...props} />;
    case 'component':
      return <Article slot={0} html={props.slots[0] ?? ''} plain />;
    case 'category-index':
      return <CategoryIndexPage {...props} content={content} />;
    case 'blog-list':
      return <BlogListPage {...props} content={content} />;
    case 'blog-post':
      return <BlogPostPage {...props} content={content} />;
    case 'blog-archive':
      return <BlogArchivePage {...props} content={content} />;
    case 'blog-authors':
      return <BlogAuthorsPage {...props} content={content} />;
    case 'tags':
      return <TagsPage {...props} content={content} />;
    case 'search':
      return <SearchPage {...props} />;
    case 'not-found':
      return <NotFoundPage {...props} />;
  }
}
