import { useMemo } from 'react';
import { useActiveHeading } from '../hooks/useActiveHeading';
import { nestToc } from '../lib/toc';
import { translate } from '../lib/translate';
import type { TocItem } from '../model';
import { TocList } from './TocList';

export type TocProps = { items: readonly TocItem[] };

/** The contents beside the article, on wide windows. */
export function Toc({ items }: TocProps) {
  const activeId = useActiveHeading(items);
  const nodes = useMemo(() => nestToc(items), [items]);
  const label = translate('theme.TOCCollapsible.toggleButtonLabel', 'On this page');
  return (
    <nav className="toc" aria-label={label}>
      <p className="toc-h">{label}</p>
      <TocList nodes={nodes} activeId={activeId} />
    </nav>
  );
}
