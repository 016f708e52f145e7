import { useMemo } from 'react';
import { useActiveHeading } from '../../hooks/useActiveHeading';
import { useAfterPaint } from '../../hooks/useAfterPaint';
import { useHydrated } from '../../hooks/useHydrated';
import { nestToc } from '../../lib/menus/toc';
import { translate } from '../../lib/text/translate';
import type { TocItem } from '../../model';
import { TocList } from './TocList';

export type TocNavProps = { items: readonly TocItem[]; id?: string; heading?: boolean; onFollow?: () => void };

/** The headings of the page; the active one is marked. */
export function TocNav({ items, id, heading = false, onFollow }: TocNavProps) {
  const activeId = useActiveHeading(items);
  const own = useMemo(() => nestToc(items), [items]);
  // In a column of its own the list moves nothing when it comes after the text of a new page.
  const isLate = useHydrated() && heading;
  const nodes = useAfterPaint(own, isLate ? [] : own);
  const label = tocLabel();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicks come from the links inside, which Enter follows, too.
    <nav id={id} className="toc" aria-label={label} onClick={onFollow}>
      {heading && <p className="toc-h">{label}</p>}
      <TocList nodes={nodes} activeId={activeId} />
    </nav>
  );
}

export function tocLabel(): string {
  return translate('theme.TOCCollapsible.toggleButtonLabel', 'On this page');
}
