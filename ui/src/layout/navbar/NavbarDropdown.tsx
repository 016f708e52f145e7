import type { ReactNode } from 'react';
import { useDropdown } from '../../hooks/useDropdown';
import { holdsPage, type ShownItem } from '../../lib/menus/navbar';
import type { PageProps } from '../../model';
import { Icon } from '../../elements/Icon';

export type NavbarDropdownProps = {
  item: ShownItem;
  page: PageProps;
  /** The items of the list. */
  children: ReactNode;
};

/** a11y: a disclosure of links, not a menu. Without script the list shows while the mouse or the focus is in it. */
export function NavbarDropdown({ item, page, children }: NavbarDropdownProps) {
  const { isOpen, boxRef, toggle, listeners } = useDropdown(page.path);
  const { html, label } = item;
  const text = html === undefined ? label : <span dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div className="nd" ref={boxRef} data-state={isOpen ? 'open' : 'closed'} {...listeners}>
      <span className="nl no-js">{text}</span>
      <button
        type="button"
        className={holdsPage(item, page) ? 'nl js on' : 'nl js'}
        aria-haspopup="true"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {text}
        <Icon name="chevron" />
      </button>
      <ul role="list">{children}</ul>
    </div>
  );
}
