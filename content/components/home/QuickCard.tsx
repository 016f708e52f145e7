import '../entity.css';
import type { ReactNode } from 'react';
import { Icon } from '../lib/icons';

export type QuickCardProps = { href: string; title: string; element?: string; children: ReactNode };

/** A link drawn as a card: its title and a line about the page. */
export default function QuickCard({ href, title, element, children }: QuickCardProps) {
  return (
    <div className="quick-card" data-element={element}>
      <a href={href}>
        {element && <Icon name={element} />}
        <strong>{title}</strong>
      </a>
      {children}
    </div>
  );
}
