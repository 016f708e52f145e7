import type { PageProps, SiteProps } from '../model';

/** Props of every page component. */
export type PageViewProps = {
  site: SiteProps;
  page: PageProps;
  /** HTML of the article slots. */
  slots: readonly string[];
};
