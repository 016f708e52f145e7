import { homeOf } from '../lib/path';
import type { SiteProps } from '../model';

export type BrandProps = { site: SiteProps };

export function Brand({ site }: BrandProps) {
  const { title, navbarTitle = title, logo } = site;
  return (
    <a className="brand" href={homeOf(site)}>
      {logo && <img src={logo.src} alt={logo.alt} width={logo.width} height={logo.height} fetchPriority="low" />}
      <b>{navbarTitle}</b>
    </a>
  );
}
