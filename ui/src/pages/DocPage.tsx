import { Article } from '../layout/page/Article';
import { Breadcrumbs } from '../layout/page/Breadcrumbs';
import { FallbackNotice } from '../layout/page/FallbackNotice';
import { PageMeta } from '../layout/page/PageMeta';
import { Pager } from '../layout/page/Pager';
import { TagRow } from '../layout/blog/TagRow';
import { TocDisclosure } from '../layout/toc/TocDisclosure';
import { TocNav } from '../layout/toc/TocNav';
import { VersionBadge } from '../layout/page/VersionBadge';
import { VersionBanner } from '../layout/page/VersionBanner';
import { homeOf } from '../lib/path';
import { translate } from '../lib/text/translate';
import type { PageViewProps } from './pageViewProps';

/** A document, the home page, or a standalone page. */
export function DocPage({ site, page, slots }: PageViewProps) {
  // a11y: a page that lists articles is no `article` itself; the home page always is one.
  const Text = page.listsCards && page.path !== homeOf(site) ? 'div' : 'article';
  const hasToc = !page.hideToc && page.toc.length > 0;
  return (
    <div className={hasToc ? 'doc' : 'doc wide'}>
      <div className="doc-col">
        <VersionBanner page={page} site={site} />
        <Breadcrumbs crumbs={page.breadcrumbs} home={homeOf(site)} />
        <VersionBadge notice={page.versionNotice} />
        {hasToc && <TocDisclosure items={page.toc} />}
        <FallbackNotice page={page} />
        <Text lang={page.fallback?.lang} dir={page.fallback?.dir}>
          <Article slot={0} html={slots[0] ?? ''} />
        </Text>
        <TagRow tags={page.tags} />
        <PageMeta page={page} site={site} />
        <DocPager {...page} />
      </div>
      {hasToc && <TocNav items={page.toc} heading />}
    </div>
  );
}

export function DocPager({ previous, next }: Pick<PageViewProps['page'], 'previous' | 'next'>) {
  return (
    <Pager
      label={translate('theme.docs.paginator.navAriaLabel', 'Docs pages')}
      previous={previous && { link: previous, caption: translate('theme.docs.paginator.previous', 'Previous') }}
      next={next && { link: next, caption: translate('theme.docs.paginator.next', 'Next') }}
    />
  );
}
