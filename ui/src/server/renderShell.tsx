import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../App';
import { Footer } from '../layout/Footer';
import { setMessages } from '../lib/text/translate';
import type { PageProps, SidebarItem, SiteProps } from '../model';
import { SidebarHtml } from './sidebarHtml';
import { withoutPreloads } from './withoutPreloads';

/** What a page shares with others, as JSON, which is read once for a series of pages that have the same. */
export type SharedJson = {
  /** The `SiteProps`. */
  site: string;
  /** The list of items of the page's sidebar. */
  items?: string;
};

/** What the last pages shared. */
let last: { site: SharedSite; items: string; sidebar: SidebarHtml } | null = null;

/** A page's HTML with tokens in place of its articles. The items of its sidebar are not in `page`. */
export function renderShell(page: PageProps, { site: json, items = '[]' }: SharedJson): string {
  const site = last?.site.json === json ? last.site : new SharedSite(json);
  site.useMessages();
  if (last?.site !== site || (page.sidebar && last.items !== items)) {
    last = { site, items, sidebar: new SidebarHtml(JSON.parse(items) as SidebarItem[], site.sidebarItems) };
  }
  const { sidebar } = last;
  const html = site.fillFooter(renderPage(site.props, page, sidebar));
  return withoutPreloads(page.sidebar ? sidebar.fill(html, page.path) : html);
}

function renderPage(site: SiteProps, page: PageProps, { placeholder }: SidebarHtml): string {
  const slots = Array.from({ length: page.slots }, (_, slot) => `<!--bindery:slot:${slot}-->`);
  const sidebar = page.sidebar && { ...page.sidebar, items: [...placeholder] };
  return renderToString(
    <StaticRouter location={page.path}>
      <App build="" site={site} page={{ ...page, sidebar }} slots={slots} />
    </StaticRouter>,
  );
}

const NO_FOOTER: SiteProps['footer'] = { columns: [], copyright: '<!--bindery:footer-->' };

/** The site in one locale. Its footer is rendered once, and is a placeholder in `props`. */
class SharedSite {
  readonly props: SiteProps;
  readonly sidebarItems = new Map<string, string>();
  private readonly footer: string;
  private readonly noFooter = renderToString(<Footer footer={NO_FOOTER} />);

  constructor(readonly json: string) {
    const props = JSON.parse(json) as SiteProps;
    this.props = { ...props, footer: NO_FOOTER };
    this.useMessages();
    this.footer = withoutPreloads(renderToString(<Footer footer={props.footer} />));
  }

  useMessages(): void {
    setMessages(this.props.messages, this.props.locale.code);
  }

  fillFooter(html: string): string {
    return html.replace(this.noFooter, () => this.footer);
  }
}
