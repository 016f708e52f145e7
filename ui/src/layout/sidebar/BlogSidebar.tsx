import { translate } from '../../lib/text/translate';
import type { PostYear, RoutePath } from '../../model';

export type BlogSidebarProps = { title: string; years: readonly PostYear[]; path: RoutePath };

export function BlogSidebar({ title, years, path }: BlogSidebarProps) {
  return (
    <nav className="tree" aria-label={translate('theme.blog.sidebar.navAriaLabel', 'Blog recent posts navigation')}>
      <p className="tree-t">{title}</p>
      {years.map(({ year, posts }) => (
        <div key={year} {...(year !== '' && { role: 'group', 'aria-label': year })}>
          {year !== '' && <h3>{year}</h3>}
          <ul role="list">
            {posts.map((post) => (
              <li key={post.href}>
                <div className={post.href === path ? 'row here' : 'row'}>
                  <a href={post.href} aria-current={post.href === path ? 'page' : undefined}>
                    {post.title}
                  </a>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
