import type { ReactNode } from 'react';
import { translate } from '../lib/text/translate';

export type AdmonitionProps = { type?: string; title?: ReactNode; icon?: ReactNode; children?: ReactNode };

const KINDS: Record<string, string> = { secondary: 'note', success: 'tip', important: 'info' };

const names: Record<string, () => string> = {
  note: () => translate('theme.admonition.note', 'note'),
  tip: () => translate('theme.admonition.tip', 'tip'),
  info: () => translate('theme.admonition.info', 'info'),
  warning: () => translate('theme.admonition.warning', 'warning'),
  danger: () => translate('theme.admonition.danger', 'danger'),
  caution: () => translate('theme.admonition.caution', 'caution'),
};

/** The box that `:::note` makes, as a tag. */
export default function Admonition({ type = 'note', title, icon, children }: AdmonitionProps) {
  // `constructor` is a member of every object.
  const kind = (Object.hasOwn(KINDS, type) && KINDS[type]) || type;
  const name = Object.hasOwn(names, kind) ? names[kind]?.() : kind;
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
