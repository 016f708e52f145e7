import { navbarState, type ShownItem } from '../../lib/menus/navbar';
import { versionSlot } from '../../lib/menus/versions';
import type { PageProps } from '../../model';
import { Icon } from '../../elements/Icon';
import { Link } from '../../elements/Link';
import { NavbarDropdown } from './NavbarDropdown';

export type NavbarLinkProps = { item: ShownItem; page: PageProps; basePath: string };

export function NavbarLink({ item, page, basePath }: NavbarLinkProps) {
  const { type, items, html, label, plugin, version } = item;
  if (type === 'search') return null;
  if (type === 'html') {
    return <div className={`raw ${item.className ?? ''}`} dangerouslySetInnerHTML={{ __html: html ?? '' }} />;
  }
  if (items) {
    return (
      <NavbarDropdown item={item} page={page}>
        {items.map((below, index) => (
          <li key={index}>
            <NavbarLink item={below} page={page} basePath={basePath} />
          </li>
        ))}
      </NavbarDropdown>
    );
  }
  const { active, current } = navbarState(item, page, basePath);
  return (
    <Link
      href={item.href}
      external={item.external}
      current={current}
      lang={item.lang}
      className={active ? 'nl on' : 'nl'}
      onClick={version === undefined ? undefined : () => versionSlot(plugin ?? '').set(version)}
    >
      {html === undefined ? label : <span dangerouslySetInnerHTML={{ __html: html }} />}
      {item.external && <Icon name="external" />}
    </Link>
  );
}
