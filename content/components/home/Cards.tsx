import '../entity.css';
import type { ReactNode } from 'react';

export type CardsProps = { children: ReactNode };

/** Two columns of cards, one on narrow windows. */
export default function Cards({ children }: CardsProps) {
  return <div className="quick-cards">{children}</div>;
}
