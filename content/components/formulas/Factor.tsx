import '../formulas.css';
import type { ReactNode } from 'react';

export type FactorProps = {
  /** What the factor is called in the sentence and in the list below the formula. */
  name: string;
  /** The address of the section that explains the factor. */
  href?: string;
  /** The meaning of the factor, as a line of the list below the formula. */
  where?: string;
  /** The formula of the factor. A term of a formula that is no product has none. */
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
