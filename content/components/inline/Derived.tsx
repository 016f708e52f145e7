import { evaluate, formatRounded } from '../lib/arithmetic';

export type DerivedProps = {
  /** Arithmetic: numbers, `+ - * / ^` and parentheses. */
  from: string;
  /** Decimals; by default as few as are needed, two at most. */
  dp?: number;
  /** Written after the figure as it is, such as `%` or ` s`. */
  unit?: string;
};

/** A figure that the build computes from its arithmetic; the arithmetic is its tooltip. */
export default function Derived({ from, dp, unit = '' }: DerivedProps) {
  const value = evaluate(from);
  return (
    <data value={String(Number(value.toPrecision(12)))} title={from.replaceAll('*', '×').replaceAll('-', '\u2212')}>
      {formatRounded(value, dp) + unit}
    </data>
  );
}
