import { navbarState } from '../lib/navbar';
import type { NavbarItem, PageProps } from '../model';
import { Icon } from './Icon';
import { Link } from './Link';

export type NavbarLinkProps = { item: NavbarItem; page: PageProps; basePath: string };

export function NavbarLink({ item, page, basePath }: NavbarLinkProps) {
  const { active, current } = navbarState(item, page, basePath);
  return (
    <Link href={item.href} external={item.external} current={current} className={active ? 'nl on' : 'nl'}>
      {item.label}
      {item.external && <Icon name="external" />}
    </Link>
  );
}
