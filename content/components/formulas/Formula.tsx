import '../formulas.css';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { FactorProps } from './Factor';

export type FormulaProps = {
  /** What the product is. */
  result: string;
  /** `Factor`s, in order. */
  children: ReactNode;
};

const isFactor = (node: ReactNode): node is ReactElement<FactorProps> =>
  isValidElement<Partial<FactorProps>>(node) && node.props.name !== undefined;

/** A product that breaks at its factors. Each is named and linked below it, and explained in a list. */
export default function Formula({ result, children }: FormulaProps) {
  const factors = Children.toArray(children).filter(isFactor);
  // The number of a factor is its colour, also in the list that leaves factors out.
  const explained = [...factors.entries()].filter(([, { props }]) => props.where !== undefined);
  return (
    <div className="formula" data-generated="">
      <div className="formula-line">
        <p className="formula-result">{result} =</p>
        {factors.map((factor, at) => (
          <div key={factor.props.name} className="formula-part" data-factor={at}>
            {at > 0 && <p className="formula-times">×</p>}
            {factor}
          </div>
        ))}
      </div>
      {explained.length > 0 && (
        <dl className="formula-where">
          {explained.map(([at, { props }]) => (
            <div key={props.name} data-factor={at}>
              <dt>{props.name}</dt>
              <dd>{props.where}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
