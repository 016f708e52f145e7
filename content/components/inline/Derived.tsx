import { evaluate, formatRounded } from '../lib/arithmetic';

export type DerivedProps = {
  /** Arithmetic: numbers, `+ - * / ^` and parentheses. */
  from: string;
  /** Decimals; by default as few as are needed, two at most. */
  dp?: number;
  /** Stands behind the figure as it is written here, such as `%` or ` s`. */
  unit?: string;
};

/** A figure worked out at build from the arithmetic that leads to it, which a pointer shows. */
export default function Derived({ from, dp, unit = '' }: DerivedProps) {
  const value = evaluate(from);
  return (
    <data value={String(Number(value.toPrecision(12)))} title={from.replaceAll('*', '×').replaceAll('-', '\u2212')}>
      {formatRounded(value, dp) + unit}
    </data>
  );
}
