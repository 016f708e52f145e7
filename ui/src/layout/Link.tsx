import type { ReactNode } from 'react';
import { translate } from '../lib/translate';

export type LinkProps = {
  href: string;
  external?: boolean;
  className?: string;
  current?: boolean;
  label?: string;
  /** Of what it leads to, and of its text. */
  lang?: string;
  children: ReactNode;
};

/** A plain `a`; clicks on pages of this site are taken by the delegated handler, others open a new tab. */
export function Link({ href, external = false, className, current = false, label, lang, children }: LinkProps) {
  return (
    <a
      href={href}
      className={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      lang={lang}
      hrefLang={lang}
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
