/** Makes the not-found page if a 404 arrives without a payload, as from a proxy. */

import type { PageProps, RoutePath, SiteProps } from '../../model';
import type { LoadedPage } from './pageLoader';
import { translate } from '../text/translate';

export type NotFoundPage = Extract<LoadedPage, { type: 'page' }>;

/** Copies the shown page, so that the shell stays the same. */
export function notFoundPage(shown: PageProps, path: RoutePath, site: SiteProps): NotFoundPage {
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
