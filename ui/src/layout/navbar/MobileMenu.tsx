import { useState, type MouseEvent, type ReactNode } from 'react';
import { useFocusOnOpen } from '../../hooks/useFocusOnOpen';
import { translate } from '../../lib/text/translate';
import type { PageProps, SiteProps } from '../../model';
import { Brand } from './Brand';
import { ColorModeToggle } from './ColorModeToggle';
import { Icon } from '../../elements/Icon';
import { MobileMenuItems } from './MobileMenuItems';

export type MobileMenuProps = {
  site: SiteProps;
  page: PageProps;
  /** The page's own sidebar: it shows first, the navbar's items are one step back. */
  sidebar: ReactNode;
  isOpen: boolean;
  onClose: () => void;
};

/** The menu of the navbar on narrow screens: a panel with the page's sidebar, or with the items of the navbar. */
export function MobileMenu({ site, page, sidebar, isOpen, onClose }: MobileMenuProps) {
  const [main, setMain] = useState(false);
  const panelRef = useFocusOnOpen(isOpen, () => setMain(false));
  const showSidebar = sidebar !== null && !main;
  const showMain = () => {
    setMain(true);
    // a11y: the button is gone by then; the focus stays in the panel.
    panelRef.current?.focus({ preventScroll: true });
  };
  return (
    <div className="menu-box" data-state={isOpen ? 'open' : 'closed'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the close button do the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button do the same. */}
      <div className="shade" onClick={onClose} />
      <div className="menu" ref={panelRef} tabIndex={-1}>
        <div className="menu-h">
          <Brand site={site} />
          <ColorModeToggle config={site.colorMode} />
          <button
            type="button"
            className="ib"
            aria-label={translate('theme.docs.sidebar.closeSidebarButtonAriaLabel', 'Close navigation bar')}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
        {showSidebar && (
          <button type="button" className="back" onClick={showMain}>
            {translate('theme.navbar.mobileSidebarSecondaryMenu.backButtonLabel', '← Back to main menu')}
          </button>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks come from the links inside, which Enter follows, too. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks come from the links inside, which Enter follows, too. */}
        <div
          className="menu-page"
          data-element={page.element ?? undefined}
          onClick={(event) => followsLink(event) && onClose()}
        >
          {showSidebar ? sidebar : <MobileMenuItems site={site} page={page} />}
        </div>
      </div>
    </div>
  );
}

/** A category without a page only toggles, and has prevented the link. */
function followsLink(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.target instanceof Element && event.target.closest('a[href]') !== null;
}
