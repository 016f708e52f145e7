import { useAfterPaint } from '../../hooks/useAfterPaint';
import type { PageProps, SiteProps } from '../../model';
import { BlogSidebar } from './BlogSidebar';
import { DocsSidebar } from './DocsSidebar';

export type PageSidebarProps = { site: SiteProps; page: PageProps };

/** The tree of the docs the page belongs to, or the blog's recent posts. Within one tree it follows the page's text. */
export function PageSidebar({ site, page }: PageSidebarProps) {
  const painted = useAfterPaint(page, page);
  const { sidebar, content, path } = painted.sidebar?.id === page.sidebar?.id ? painted : page;
  if (sidebar) {
    return (
      <DocsSidebar key={sidebar.id} sidebar={sidebar} path={path} autoCollapse={site.sidebar.autoCollapseCategories} />
    );
  }
  return (
    'recent' in content && <BlogSidebar title={content.recentTitle ?? ''} years={content.recent ?? []} path={path} />
  );
}
