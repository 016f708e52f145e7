import { useId, useState } from 'react';
import type { TocItem } from '../../model';
import { Icon } from '../../elements/Icon';
import { tocLabel, TocNav } from './TocNav';

export type TocDisclosureProps = { items: readonly TocItem[] };

/** The table of contents above the article, on narrow windows: a button that shows and hides the list. */
export function TocDisclosure({ items }: TocDisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className="toc-m js" data-state={isOpen ? 'open' : 'closed'}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {tocLabel()}
        <Icon name="chevron" />
      </button>
      {isOpen && <TocNav id={listId} items={items} onFollow={() => setOpen(false)} />}
    </div>
  );
}
