import type { SiteProps } from '../model';

export type BrandProps = { site: SiteProps };

export function Brand({ site: { title, navbarTitle = title, logo, basePath } }: BrandProps) {
  return (
    <a className="brand" href={basePath}>
      {logo && <img src={logo.src} alt={logo.alt} width={logo.width} height={logo.height} fetchPriority="low" />}
      <b>{navbarTitle}</b>
    </a>
  );
}
