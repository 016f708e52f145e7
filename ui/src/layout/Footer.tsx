import type { SiteProps } from '../model';
import { Link } from './Link';

export type FooterProps = { footer: SiteProps['footer'] };

export function Footer({ footer: { columns, copyright } }: FooterProps) {
  return (
    <footer className="foot" data-page-behind="">
      <div className="foot-in">
        {copyright !== null && <p className="own" dangerouslySetInnerHTML={{ __html: copyright }} />}
        {columns.map(({ title, items }, column) => (
          <div key={column}>
            <p className="foot-t">{title}</p>
            <ul role="list" aria-label={title}>
              {items.map(({ label, href, external, html }, index) =>
                html === undefined ? (
                  <li key={index}>
                    <Link href={href} external={external}>
                      {label}
                    </Link>
                  </li>
                ) : (
                  <li key={index} dangerouslySetInnerHTML={{ __html: html }} />
                ),
              )}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  );
}
