import type { ReactNode } from 'react';
import { translate } from '../lib/text/translate';

export type AdmonitionProps = { type?: string; title?: ReactNode; icon?: ReactNode; children?: ReactNode };

const KINDS: Record<string, string> = { secondary: 'note', success: 'tip', important: 'info' };

/** The box that `:::note` makes, as a tag. */
export default function Admonition({ type = 'note', title, icon, children }: AdmonitionProps) {
  const kind = KINDS[type] ?? type;
  const name = translate(`theme.admonition.${kind}`, kind);
  return (
    <div className={`admonition admonition-${kind}`} role="note" aria-label={typeof title === 'string' ? title : name}>
      <p className="admonition-title">
        {icon}
        {title ?? name}
      </p>
      <div>{children}</div>
    </div>
  );
}
