import { memo } from 'react';
import type { FooterItem as FooterItemData, SiteProps } from '../model';
import { Link } from '../elements/Link';
import { Logo } from '../elements/Logo';

export type FooterProps = { footer: SiteProps['footer'] };

/** The footer, which is equal on each page, so that a new page does not render it again. */
export const Footer = memo(function Footer({ footer }: FooterProps) {
  const { columns, copyright, dark, simple, logo, lines = [] } = footer;
  return (
    <footer className={dark ? 'foot foot-dark' : 'foot'} data-page-behind="">
      <div className="foot-in">
        {(logo || copyright !== null || lines.length > 0) && (
          <div className="own">
            {logo && <FooterLogo logo={logo} />}
            {lines.map((line, index) => (
              <p key={index} className="raw" dangerouslySetInnerHTML={{ __html: line }} />
            ))}
            {copyright !== null && <div className="raw" dangerouslySetInnerHTML={{ __html: copyright }} />}
          </div>
        )}
        {columns.map(({ title, items }, column) => (
          <div key={column}>
            {title !== '' && <p className="foot-t">{title}</p>}
            <ul role="list" className={simple ? 'foot-row' : undefined} aria-label={title || undefined}>
              {items.map((item, index) => (
                <FooterItem key={index} {...item} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  );
});

function FooterItem({ label, href, external, html }: FooterItemData) {
  if (html !== undefined) return <li className="raw" dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <li>
      <Link href={href} external={external}>
        {label}
      </Link>
    </li>
  );
}

function FooterLogo({ logo }: { logo: NonNullable<SiteProps['footer']['logo']> }) {
  const picture = <Logo logo={logo} lazy />;
  if (logo.href === undefined) return <p className="foot-logo">{picture}</p>;
  return (
    <p className="foot-logo">
      <Link href={logo.href} external={!logo.href.startsWith('/')}>
        {picture}
      </Link>
    </p>
  );
}
