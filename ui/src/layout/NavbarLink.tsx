import { navbarState } from '../lib/navbar';
import type { NavbarItem, PageProps } from '../model';
import { Icon } from './Icon';
import { Link } from './Link';

export type NavbarLinkProps = { item: NavbarItem; page: PageProps; basePath: string; className?: string };

export function NavbarLink({ item, page, basePath, className = 'nl' }: NavbarLinkProps) {
  const { type, items, html, label } = item;
  if (type === 'search') return null;
  if (type === 'html') return <div className={item.className} dangerouslySetInnerHTML={{ __html: html ?? '' }} />;
  const text = html === undefined ? label : <span dangerouslySetInnerHTML={{ __html: html }} />;
  if (items) {
    return (
      <details className="nd" name="nd">
        <summary className={className}>{text}</summary>
        <ul role="list">
          {items.map((below, index) => (
            <li key={index}>
              <NavbarLink item={below} page={page} basePath={basePath} className={className} />
            </li>
          ))}
        </ul>
      </details>
    );
  }
  const { active, current } = navbarState(item, page, basePath);
  return (
    <Link href={item.href} external={item.external} current={current} lang={item.lang} className={active ? `${className} on` : className}>
      {text}
      {item.external && <Icon name="external" />}
    </Link>
  );
}
