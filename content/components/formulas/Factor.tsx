import '../formulas.css';
import type { ReactNode } from 'react';

export type FactorProps = {
  /** What the factor is called in the sentence and in the list below the formula. */
  name: string;
  /** The section that explains it. */
  href?: string;
  /** What it stands for, as a line of the list below the formula. */
  where?: string;
  /** Its formula. A term of a formula that is no product has none. */
  children?: ReactNode;
};

/** A factor of a `Formula`: what is multiplied, above its name. Or a term, which the list below the formula explains. */
export default function Factor({ name, href, children }: FactorProps) {
  return (
    <div className="factor">
      {children}
      <p className="factor-name">{href ? <a href={href}>{name}</a> : name}</p>
    </div>
  );
}
