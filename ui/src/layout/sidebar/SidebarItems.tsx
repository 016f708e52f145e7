import { categoryKey } from '../../lib/menus/sidebar';
import type { SidebarItem } from '../../model';
import { Link } from '../../elements/Link';
import { SidebarCategory, type SidebarListProps } from './SidebarCategory';

export type SidebarItemsProps = SidebarListProps & { items: readonly SidebarItem[]; parent: string };

export function SidebarItems({ items, parent, ...list }: SidebarItemsProps) {
  return (
    <ul role="list">
      {items.map((item) => {
        // A category without visible items is shown as a link to its own page.
        if (item.type === 'category' && (item.href === null || item.items?.length !== 0)) {
          const key = categoryKey(parent, item);
          return (
            <SidebarCategory key={key} {...list} item={item} categoryKey={key}>
              {item.items && <SidebarItems {...list} items={item.items} parent={key} />}
            </SidebarCategory>
          );
        }
        if (item.type === 'html') {
          const className = [item.className, item.defaultStyle && 'row'].filter(Boolean).join(' ') || undefined;
          return <li key={item.value} className={className} dangerouslySetInnerHTML={{ __html: item.value }} />;
        }
        const current = item.href === list.path;
        const external = item.type === 'link' && (item.external ?? false);
        return (
          <li key={item.href} className={item.className}>
            <div className={current ? 'row here' : 'row'}>
              <Link href={item.href ?? ''} external={external} current={current}>
                {item.label}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
