import type { AnchorHTMLAttributes } from 'react';
import { translate } from '../lib/text/translate';

export type LinkProps = {
  to?: string;
  href?: string;
  title?: string;
  target?: string;
  rel?: string;
  autoAddBaseUrl?: boolean;
  isNavLink?: boolean;
  activeClassName?: string;
  'data-full-load'?: string;
} & AnchorHTMLAttributes<HTMLAnchorElement>;

/** A link to a page of the site, or to another site in a new tab. The compiler has resolved its target. */
export default function Link({
  to,
  href = to,
  autoAddBaseUrl,
  isNavLink,
  activeClassName,
  children,
  ...rest
}: LinkProps) {
  const away = /^(?:[a-z]+:|\/\/)/i.test(href ?? '') && !/^mailto:|^tel:/i.test(href ?? '');
  return (
    <a href={href} {...(away && { target: '_blank', rel: 'noopener noreferrer' })} {...rest}>
      {children}
      {away && <span className="vh"> {translate('theme.common.opensInNewTab', '(opens in new tab)')}</span>}
    </a>
  );
}
