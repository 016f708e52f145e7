import type { ReactNode } from 'react';
import { translate } from '../lib/text/translate';

export type LinkProps = {
  href: string;
  external?: boolean;
  className?: string;
  current?: boolean;
  label?: string;
  /** The language of the target and of the link text: the site in another locale, which is another document. */
  lang?: string;
  onClick?: () => void;
  children: ReactNode;
};

/** A plain `a`. A delegated click handler navigates to pages of this site; other links open a new tab. */
export function Link({
  href,
  external = false,
  className,
  current = false,
  label,
  lang,
  onClick,
  children,
}: LinkProps) {
  return (
    <a
      href={href}
      className={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      lang={lang}
      hrefLang={lang}
      onClick={onClick}
      {...(lang !== undefined && { target: '_self', 'data-full-load': '' })}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {external && (
        <>
          {' '}
          <span className="vh">{translate('theme.common.opensInNewTab', '(opens in new tab)')}</span>
        </>
      )}
    </a>
  );
}
