import { useState, type ReactNode } from 'react';
import { holdsPage, type ShownItem } from '../../lib/menus/navbar';
import { translate } from '../../lib/text/translate';
import type { PageProps } from '../../model';
import { Collapsible } from '../../elements/Collapsible';
import { Icon } from '../../elements/Icon';

export type MobileDropdownProps = {
  item: ShownItem;
  page: PageProps;
  /** The items' rows. */
  children: ReactNode;
};

/** A dropdown's items below its label: closed, unless the page is among them. */
export function MobileDropdown({ item, page, children }: MobileDropdownProps) {
  const holds = holdsPage(item, page);
  const [state, setState] = useState({ path: page.path, isOpen: holds });
  // A navigation to one of its pages opens it.
  if (state.path !== page.path) setState({ path: page.path, isOpen: state.isOpen || holds });
  const { isOpen } = state;
  const toggle = () => setState({ ...state, isOpen: !isOpen });
  return (
    <li className="cat" data-state={isOpen ? 'open' : 'closed'}>
      <div className="row">
        <button type="button" className="row-b" aria-expanded={isOpen} onClick={toggle}>
          {labelOf(item)}
        </button>
        <button type="button" aria-label={caretLabel(isOpen)} aria-expanded={isOpen} onClick={toggle}>
          <Icon name="chevron" />
        </button>
      </div>
      <Collapsible isOpen={isOpen}>{children}</Collapsible>
    </li>
  );
}

function labelOf({ type, label }: ShownItem): string {
  if (type === 'locales') return translate('theme.navbar.mobileLanguageDropdown.label', 'Languages');
  if (type === 'versions') return translate('theme.navbar.mobileVersionsDropdown.label', 'Versions');
  return label;
}

function caretLabel(isOpen: boolean): string {
  return isOpen
    ? translate('theme.navbar.mobileDropdown.collapseButton.collapseAriaLabel', 'Collapse the dropdown')
    : translate('theme.navbar.mobileDropdown.collapseButton.expandAriaLabel', 'Expand the dropdown');
}
