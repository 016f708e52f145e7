import '../formulas.css';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { FactorProps } from './Factor';

export type FormulaProps = {
  /** What the formula gives. */
  result: string;
  /** The `Factor`s of a product in order; or the formula itself, and a `Factor` without content for each of its terms. */
  children: ReactNode;
};

const isFactor = (node: ReactNode): node is ReactElement<FactorProps> =>
  isValidElement<Partial<FactorProps>>(node) && node.props.name !== undefined;

/**
 * A product that breaks at its factors, each named and linked below it, or another formula. A list explains the factors and the
 * terms.
 */
export default function Formula({ result, children }: FormulaProps) {
  const nodes = Children.toArray(children);
  const factors = nodes.filter(isFactor);
  const isProduct = factors.some(({ props }) => props.children);
  // The number of a factor is its colour, also in the list that leaves factors out.
  const numbered = [...factors.entries()];
  const explained = numbered.filter(([, { props }]) => props.where !== undefined);
  return (
    <div className="formula" data-generated="">
      <div className="formula-line">
        <p className="formula-result">{result} =</p>
        {isProduct ? product(numbered) : <div className="formula-body">{nodes.filter((node) => !isFactor(node))}</div>}
      </div>
      {explained.length > 0 && (
        <dl className="formula-where">
          {explained.map(([at, { props }]) => (
            <Explanation key={props.name} at={at} {...props} />
          ))}
        </dl>
      )}
    </div>
  );
}

function product(numbered: [number, ReactElement<FactorProps>][]) {
  return numbered
    .filter(([, { props }]) => props.children)
    .map(([at, factor]) => (
      <div key={factor.props.name} className="formula-part" data-factor={at}>
        {at > 0 && <p className="formula-times">×</p>}
        {factor}
      </div>
    ));
}

function Explanation({ at, name, href, where }: FactorProps & { at: number }) {
  return (
    <div data-factor={at}>
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd>{where}</dd>
    </div>
  );
}
