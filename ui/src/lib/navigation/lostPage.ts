/** The not-found page where the server, or one in front of it, says 404 without it. */

import type { PageProps, RoutePath, SiteProps } from '../../model';
import type { LoadedPage } from './pageLoader';
import { translate } from '../text/translate';

export type Lost = Extract<LoadedPage, { type: 'page' }>;

/** Made of the page being shown, whose shell stays. */
export function lostPage(shown: PageProps, path: RoutePath, site: SiteProps): Lost {
  const title = translate('theme.NotFound.title', 'Page Not Found');
  const page: PageProps = {
    ...shown,
    path,
    title,
    headTitle: `${title} | ${site.title}`,
    element: null,
    sidebar: null,
    content: { kind: 'not-found' },
  };
  return { type: 'page', page, slots: [], head: '<meta name="robots" content="noindex">', sameBuild: true };
}
