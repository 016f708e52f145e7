import type { ReactNode } from 'react';

export type CardGridProps = { children?: ReactNode };

/** Cards in two columns, in one on narrow windows. */
export default function CardGrid({ children }: CardGridProps) {
  return <div className="cards">{children}</div>;
}
