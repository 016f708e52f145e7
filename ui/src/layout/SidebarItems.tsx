import { categoryKey, type OpenKeys } from '../lib/sidebar';
import type { RoutePath, SidebarItem } from '../model';
import { Link } from './Link';
import { SidebarCategory } from './SidebarCategory';

export type SidebarListProps = {
  parent: string;
  path: RoutePath;
  open: OpenKeys;
  toggle: (key: string) => void;
  complete: () => void;
};

export type SidebarItemsProps = SidebarListProps & { items: readonly SidebarItem[] };

export function SidebarItems({ items, ...list }: SidebarItemsProps) {
  return (
    <ul role="list">
      {items.map((item) => {
        if (item.type === 'category') {
          const key = categoryKey(list.parent, item);
          return <SidebarCategory key={key} {...list} item={item} categoryKey={key} />;
        }
        const current = item.href === list.path;
        return (
          <li key={item.href} className={item.className}>
            <div className={current ? 'row here' : 'row'}>
              <Link href={item.href} external={item.external ?? false} current={current}>
                {item.label}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
