import type { ReactNode } from 'react';
import { useCollapse } from '../hooks/useCollapse';

export type CollapsibleProps = { isOpen: boolean; children: ReactNode };

/** Children that are on the page only while open, and while they open or close. */
export function Collapsible({ isOpen, children }: CollapsibleProps) {
  const { ref, isRendered } = useCollapse(isOpen);
  if (!isRendered) return null;
  return (
    <div ref={ref} className="fold-box" data-state={isOpen ? 'open' : 'closed'}>
      {children}
    </div>
  );
}
