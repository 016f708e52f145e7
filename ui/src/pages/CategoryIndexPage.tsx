import { AllLink } from '../layout/blog/AllLink';
import { Article } from '../layout/page/Article';
import { Breadcrumbs } from '../layout/page/Breadcrumbs';
import { CategoryCard } from '../elements/CategoryCard';
import { PageMeta } from '../layout/page/PageMeta';
import { VersionBadge } from '../layout/page/VersionBadge';
import { VersionBanner } from '../layout/page/VersionBanner';
import { homeOf } from '../lib/path';
import type { PageContent } from '../model';
import { DocPager } from './DocPage';
import type { PageViewProps } from './pageViewProps';

export type CategoryIndexPageProps = PageViewProps & { content: Extract<PageContent, { kind: 'category-index' }> };

/** The cards of a category, above the text of its `_index.md`. */
export function CategoryIndexPage({ site, page, slots, content }: CategoryIndexPageProps) {
  return (
    <div className="doc wide">
      <VersionBanner page={page} site={site} />
      <Breadcrumbs crumbs={page.breadcrumbs} home={homeOf(site)} />
      <VersionBadge notice={page.versionNotice} />
      <div className="md">
        <h1>{page.title}</h1>
        {content.description !== null && <p className="lead">{content.description}</p>}
        {content.all && <AllLink {...content.all} />}
      </div>
      <div className="md">
        <div className="cards">
          {content.cards.map((card) => (
            <CategoryCard key={card.href} card={card} />
          ))}
        </div>
      </div>
      {slots[0] !== undefined && <Article slot={0} html={slots[0]} />}
      <PageMeta page={page} site={site} />
      <DocPager {...page} />
    </div>
  );
}
