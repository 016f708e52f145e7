import type { ReactNode } from 'react';

export type HeadingProps = {
  as: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  id?: string;
  className?: string;
  children?: ReactNode;
};

/** A heading outside of the table of contents. */
export default function Heading({ as: Level, id, className, children }: HeadingProps) {
  return (
    <Level id={id} className={className}>
      {children}
    </Level>
  );
}
