import type { ReactNode } from 'react';
import { useSidebarHidden } from '../hooks/sidebar/useSidebarHidden';
import type { PageProps, SiteProps } from '../model';
import { AnnouncementBar } from './navbar/AnnouncementBar';
import { BackToTop } from './BackToTop';
import { Footer } from './Footer';
import { Navbar } from './navbar/Navbar';
import { PageSidebar } from './sidebar/PageSidebar';
import { SidebarColumn } from './sidebar/SidebarColumn';
import { SkipLink } from './SkipLink';

export type ShellProps = {
  site: SiteProps;
  page: PageProps;
  onSearch: (text?: string) => void;
  children: ReactNode;
};

/** Everything around `main`; the same on each page. */
export function Shell({ site, page, onSearch, children }: ShellProps) {
  const [isHidden, toggleHidden] = useSidebarHidden(page.sidebar !== null);
  const hasSidebar = page.sidebar !== null || 'recent' in page.content;
  const sidebar = hasSidebar ? <PageSidebar site={site} page={page} /> : null;
  const isHideable = site.sidebar.hideable && page.sidebar !== null;
  return (
    <>
      <SkipLink />
      <AnnouncementBar bar={site.announcement} />
      <Navbar site={site} page={page} sidebar={sidebar} onSearch={onSearch} />
      <div
        className={hasSidebar ? 'shell' : page.content.kind === 'component' ? 'shell flat bare' : 'shell flat'}
        data-sidebar={isHidden ? 'hidden' : undefined}
        data-element={page.element ?? undefined}
      >
        {sidebar && (
          <SidebarColumn isHidden={isHidden} onToggle={isHideable ? toggleHidden : null}>
            {sidebar}
          </SidebarColumn>
        )}
        <main id="main" className="main" data-page-behind="">
          {children}
        </main>
      </div>
      {(page.sidebar || page.content.kind === 'doc') && <BackToTop />}
      {!page.hideFooter && <Footer footer={site.footer} />}
    </>
  );
}
