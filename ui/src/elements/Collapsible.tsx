import type { ReactNode } from 'react';
import { useCollapse } from '../hooks/useCollapse';

export type CollapsibleProps = {
  isOpen: boolean;
  /** The page around it: what opens or closes with a new page does so without animation. */
  path?: string;
  children: ReactNode;
};

/** Children that are on the page only while open, and while they open or close. */
export function Collapsible({ isOpen, path, children }: CollapsibleProps) {
  const { ref, isRendered } = useCollapse(isOpen, path);
  if (!isRendered) return null;
  return (
    <div ref={ref} className="fold-box" data-state={isOpen ? 'open' : 'closed'}>
      {children}
    </div>
  );
}
