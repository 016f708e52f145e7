import { useEffect, useRef, useState, type ReactNode } from 'react';
import { translate } from '../../lib/text/translate';
import { Icon } from '../../elements/Icon';

export type SidebarColumnProps = { isHidden: boolean; onToggle: (() => void) | null; children: ReactNode };

/** The column beside the page. When it is hidden, a strip remains, with the button that shows it. */
export function SidebarColumn({ isHidden, onToggle, children }: SidebarColumnProps) {
  const expandRef = useRef<HTMLButtonElement>(null);
  const collapseRef = useRef<HTMLButtonElement>(null);
  const [touched, setTouched] = useState(false);
  // a11y: the pressed button is removed; the focus moves to the one that replaces it.
  useEffect(() => {
    if (touched) (isHidden ? expandRef : collapseRef).current?.focus({ preventScroll: true });
  }, [isHidden, touched]);
  const toggle = () => {
    setTouched(true);
    onToggle?.();
  };
  return (
    <aside className="side" data-state={isHidden ? 'hidden' : 'shown'} data-page-behind="">
      <div className="side-in" inert={isHidden}>
        {children}
        {onToggle && (
          <button ref={collapseRef} type="button" className="fold js" onClick={toggle}>
            <Icon name="chevron" />
            {translate('theme.docs.sidebar.collapseButtonTitle', 'Collapse sidebar')}
          </button>
        )}
      </div>
      {isHidden && onToggle && (
        <button
          ref={expandRef}
          type="button"
          className="unfold"
          aria-label={translate('theme.docs.sidebar.expandButtonAriaLabel', 'Expand sidebar')}
          onClick={toggle}
        >
          <Icon name="chevron" />
        </button>
      )}
    </aside>
  );
}
