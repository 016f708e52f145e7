import { useNavigationContext } from '../../hooks/useNavigationContext';
import { itemOn, navbarState, type ShownItem } from '../../lib/menus/navbar';
import { versionSlot } from '../../lib/menus/versions';
import type { PageProps, SiteProps } from '../../model';
import { Icon } from '../../elements/Icon';
import { Link } from '../../elements/Link';
import { MobileDropdown } from './MobileDropdown';

export type MobileMenuItemsProps = { site: SiteProps; page: PageProps };

/** The navbar's items as rows. */
export function MobileMenuItems({ site, page }: MobileMenuItemsProps) {
  const place = useNavigationContext(site, page);
  return (
    <div className="tree">
      <MobileRows items={site.navbar.map((item) => itemOn(place, item))} page={page} basePath={site.basePath} />
    </div>
  );
}

type MobileRowsProps = { items: readonly ShownItem[]; page: PageProps; basePath: string };

function MobileRows({ items, page, basePath }: MobileRowsProps) {
  const shown = items.filter(({ type }) => type !== 'search');
  return (
    <ul role="list">
      {shown.map((item, index) => (
        <MobileRow key={index} item={item} page={page} basePath={basePath} />
      ))}
    </ul>
  );
}

function MobileRow({ item, page, basePath }: { item: ShownItem; page: PageProps; basePath: string }) {
  if (item.items) {
    return (
      <MobileDropdown item={item} page={page}>
        <MobileRows items={item.items} page={page} basePath={basePath} />
      </MobileDropdown>
    );
  }
  if (item.type === 'html')
    return <li className={`raw ${item.className ?? ''}`} dangerouslySetInnerHTML={{ __html: item.html ?? '' }} />;
  const { active, current } = navbarState(item, page, basePath);
  const { plugin = '', version } = item;
  return (
    <li>
      <div className={active ? 'row here' : 'row'}>
        <Link
          href={item.href}
          external={item.external}
          current={current}
          lang={item.lang}
          onClick={version === undefined ? undefined : () => versionSlot(plugin).set(version)}
        >
          {item.label}
          {item.external && <Icon name="external" />}
        </Link>
      </div>
    </li>
  );
}
