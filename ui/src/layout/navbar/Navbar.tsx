import type { ReactNode } from 'react';
import { useHideOnScroll } from '../../hooks/useHideOnScroll';
import { useMobileMenu } from '../../hooks/useMobileMenu';
import { useNavigationContext } from '../../hooks/useNavigationContext';
import { foldOf, itemOn } from '../../lib/menus/navbar';
import { translate } from '../../lib/text/translate';
import type { PageProps, SiteProps } from '../../model';
import { Brand } from './Brand';
import { ColorModeToggle } from './ColorModeToggle';
import { Icon } from '../../elements/Icon';
import { MobileMenu } from './MobileMenu';
import { NavbarLink } from './NavbarLink';
import { SearchButton } from './SearchButton';

export type NavbarProps = {
  site: SiteProps;
  page: PageProps;
  sidebar: ReactNode;
  onSearch: (text?: string) => void;
};

/** The bar at the top edge, and the panel it slides in on small windows (`sidebar` is its second page). */
export function Navbar({ site, page, sidebar, onSearch }: NavbarProps) {
  const menu = useMobileMenu(page.path);
  const place = useNavigationContext(site, page);
  useHideOnScroll(site.hideOnScroll ?? false);
  const items = (position: 'left' | 'right') =>
    site.navbar
      .filter((item) => item.position === position)
      .map((item, index) => <NavbarLink key={index} item={itemOn(place, item)} page={page} basePath={site.basePath} />);
  return (
    <nav className="navbar" data-fold={foldOf(site)} aria-label={translate('theme.NavBar.navAriaLabel', 'Main')}>
      <div className="navbar-in" data-page-behind="">
        <button
          type="button"
          className="ib only-m js"
          aria-label={translate('theme.docs.sidebar.toggleSidebarButtonAriaLabel', 'Toggle navigation bar')}
          aria-expanded={menu.isOpen}
          onClick={menu.toggle}
          ref={menu.buttonRef}
        >
          <Icon name="menu" />
        </button>
        <Brand site={site} />
        <div className="nav-items">{items('left')}</div>
        <div className="nav-items nav-end">{items('right')}</div>
        <ColorModeToggle config={site.colorMode} />
        {site.search && <SearchButton href={site.search} onSearch={onSearch} />}
      </div>
      {menu.wasOpened && (
        <MobileMenu site={site} page={page} sidebar={sidebar} isOpen={menu.isOpen} onClose={menu.close} />
      )}
    </nav>
  );
}
