import { itemOn, navbarState } from '../lib/navbar';
import type { PageProps, SiteProps } from '../model';
import { Icon } from './Icon';
import { Link } from './Link';

export type MobileMenuItemsProps = { site: SiteProps; page: PageProps };

/** The navbar's items as rows, those of dropdowns among them. */
export function MobileMenuItems({ site, page }: MobileMenuItemsProps) {
  const navbar = site.navbar.map((item) => itemOn(page, item));
  const items = navbar.flatMap((item) => item.items ?? (item.href ? [item] : []));
  return (
    <div className="tree">
      <ul role="list">
        {items.map((item, index) => {
          const { active, current } = navbarState(item, page, site.basePath);
          return (
            <li key={index}>
              <div className={active ? 'row here' : 'row'}>
                <Link href={item.href} external={item.external} current={current} lang={item.lang}>
                  {item.label}
                  {item.external && <Icon name="external" />}
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
