import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useHydrated } from '../../hooks/useHydrated';
import type { OpenKeys, SidebarCategoryItem } from '../../lib/menus/sidebar';
import { translate } from '../../lib/text/translate';
import type { RoutePath } from '../../model';
import { Collapsible } from '../../elements/Collapsible';
import { Icon } from '../../elements/Icon';

/** Props of every part of the tree. */
export type SidebarListProps = {
  path: RoutePath;
  open: OpenKeys;
  toggle: (key: string) => void;
  /** Fetches the items of closed categories. */
  complete: () => void;
};

export type SidebarCategoryProps = SidebarListProps & {
  item: SidebarCategoryItem;
  categoryKey: string;
  children: ReactNode;
};

/** A group of the sidebar; without script its heading still links to the first page below. */
export function SidebarCategory({ item, categoryKey, children, ...list }: SidebarCategoryProps) {
  const { label, href, firstHref, collapsible = true } = item;
  const hydrated = useHydrated();
  const isOpen = !collapsible || list.open.has(categoryKey);
  const current = href !== null && href === list.path;
  const toggle = () => {
    if (!isOpen) list.complete();
    list.toggle(categoryKey);
  };
  const onLink = (event: MouseEvent | KeyboardEvent) => {
    if (!collapsible || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (href !== null && !current) return;
    event.preventDefault();
    toggle();
  };
  // a11y: an element with the role `button` responds to Space, too.
  const onKeyDown = (event: KeyboardEvent) => event.key === ' ' && onLink(event);
  return (
    <li className={item.className ? `${item.className} cat` : 'cat'} data-state={isOpen ? 'open' : 'closed'}>
      <div className={current ? 'row here' : 'row'}>
        <a
          href={href ?? firstHref}
          aria-current={current ? 'page' : undefined}
          onClick={onLink}
          {...(href === null && collapsible && hydrated && { role: 'button', 'aria-expanded': isOpen, onKeyDown })}
        >
          {label}
        </a>
        {collapsible && href !== null && (
          <button
            type="button"
            className="js"
            aria-label={caretLabel(label, isOpen)}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Icon name="chevron" />
          </button>
        )}
        {collapsible && href === null && <Icon name="chevron" className="caret" />}
      </div>
      <Collapsible isOpen={isOpen} path={list.path}>
        {children}
      </Collapsible>
    </li>
  );
}

function caretLabel(label: string, isOpen: boolean): string {
  return isOpen
    ? translate('theme.DocSidebarItem.collapseCategoryAriaLabel', "Collapse sidebar category '{label}'", { label })
    : translate('theme.DocSidebarItem.expandCategoryAriaLabel', "Expand sidebar category '{label}'", { label });
}
