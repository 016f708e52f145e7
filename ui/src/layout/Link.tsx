import type { ReactNode } from 'react';
import { translate } from '../lib/translate';

export type LinkProps = {
  href: string;
  external?: boolean;
  className?: string;
  current?: boolean;
  label?: string;
  children: ReactNode;
};

/** A plain `a`; clicks on pages of this site are taken by the delegated handler, others open a new tab. */
export function Link({ href, external = false, className, current = false, label, children }: LinkProps) {
  return (
    <a
      href={href}
      className={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
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
