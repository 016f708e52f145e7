import { translate } from '../../lib/text/translate';
import type { Crumb, RoutePath } from '../../model';
import { Icon } from '../../elements/Icon';

export type BreadcrumbsProps = { crumbs: readonly Crumb[]; home: RoutePath };

export function Breadcrumbs({ crumbs, home }: BreadcrumbsProps) {
  if (crumbs.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={translate('theme.docs.breadcrumbs.navAriaLabel', 'Breadcrumbs')}>
      <ol>
        <li>
          <a href={home} aria-label={translate('theme.docs.breadcrumbs.home', 'Home page')}>
            <Icon name="home" />
          </a>
        </li>
        {crumbs.map(({ label, href }, index) => (
          <li key={index}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{label}</span>
            ) : href === null ? (
              <span>{label}</span>
            ) : (
              <a href={href}>{label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
