import type { ReactNode } from 'react';

export type AnchorProps = {
  href: string;
  /** The accessible name, where the text alone does not say where the link leads. */
  label?: string;
  children: ReactNode;
};

/** A link of a component: addresses of other hosts open a new tab and say so. */
export function Anchor({ href, label, children }: AnchorProps) {
  if (!/^https?:/.test(href)) {
    return (
      <a href={href} aria-label={label}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in new tab)</span>
    </a>
  );
}
