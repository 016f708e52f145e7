import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from '../App';
import { setMessages } from '../lib/text/translate';
import type { PageProps, SiteProps } from '../model';
import { withoutPreloads } from './withoutPreloads';

export type ShellRequest = { site: SiteProps; page: PageProps };

/** A page's HTML with tokens in place of its articles. */
export function renderShell({ site, page }: ShellRequest): string {
  setMessages(site.messages, site.locale.code);
  const slots = Array.from({ length: page.slots }, (_, slot) => `<!--bindery:slot:${slot}-->`);
  return withoutPreloads(
    renderToString(
      <StaticRouter location={page.path}>
        <App build="" site={site} page={page} slots={slots} />
      </StaticRouter>,
    ),
  );
}
