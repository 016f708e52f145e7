import { homeOf } from '../../lib/path';
import type { SiteProps } from '../../model';
import { Logo } from '../../elements/Logo';

export type BrandProps = { site: SiteProps };

export function Brand({ site }: BrandProps) {
  const { title, navbarTitle = title, logo } = site;
  return (
    <a className="brand" href={logo?.href ?? homeOf(site)}>
      {logo && <Logo logo={logo} />}
      <b>{navbarTitle}</b>
    </a>
  );
}
