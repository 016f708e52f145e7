import type { ReactNode } from 'react';
import '../drawings.css';

/** The width of every drawing, in units. */
export const WIDTH = 360;

export type DrawingProps = {
  title: string;
  /** What the drawing shows, for those who do not see it. */
  description: string;
  /** Whether lengths in the drawing are in proportion. */
  scale: 'to scale' | 'not to scale';
  height: number;
  children: ReactNode;
};

/** A line drawing with its title and its scale; it is static. */
export function Drawing({ title, description, scale, height, children }: DrawingProps) {
  return (
    <figure className="drawing" data-generated="">
      <figcaption>
        {title} <small>({scale})</small>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={description}>
        {children}
      </svg>
    </figure>
  );
}
