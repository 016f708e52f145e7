import { useId, useMemo, useState } from 'react';
import { useHydrated } from '../hooks/useHydrated';
import { nestToc } from '../lib/toc';
import { translate } from '../lib/translate';
import type { TocItem } from '../model';
import { Icon } from './Icon';
import { TocList } from './TocList';

export type TocDisclosureProps = { items: readonly TocItem[] };

/** The contents above the article, on narrow windows: a button that shows and removes the list. */
export function TocDisclosure({ items }: TocDisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  const nodes = useMemo(() => nestToc(items), [items]);
  const listId = useId();
  const label = translate('theme.TOCCollapsible.toggleButtonLabel', 'On this page');
  return (
    <div className="toc-m js" data-state={isOpen ? 'open' : 'closed'}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        disabled={!hydrated}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <nav id={listId} className="toc" aria-label={label} onClick={() => setOpen(false)}>
          <TocList nodes={nodes} activeId={null} />
        </nav>
      )}
    </div>
  );
}
