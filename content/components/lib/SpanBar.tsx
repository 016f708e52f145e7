export type Mark = { at: number; width?: number };

export type SpanBarProps = {
  /** The thick bar ends at the least, the thin one at the most. */
  least: number;
  most: number;
  /** Strokes across the bar. */
  marks: Mark[];
  /** What the width stands for; marks beyond it are an arrow at the end. */
  total: number;
};

const HEIGHT = 16;
/** Of the width: the narrowest stroke, and the arrow. */
const STROKE = 0.009;
const ARROW = 0.03;

/** A span from its least to its most in a row of a table; decoration beside the figures. */
export function SpanBar({ least, most, marks, total }: SpanBarProps) {
  const inside = marks.filter(({ at }) => at <= total);
  return (
    <svg className="span-bar" viewBox={`0 0 ${total} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="span-most" d={`M0 8H${most}`} />
      <path className="span-least" d={`M0 8H${least}`} />
      {inside.map(({ at, width = 0 }, index) => (
        <rect key={index} x={at} width={Math.max(total * STROKE, width)} height={HEIGHT} />
      ))}
      {inside.length < marks.length && (
        <path className="span-beyond" d={`M${total * (1 - ARROW)} 3L${total} 8L${total * (1 - ARROW)} 13Z`} />
      )}
    </svg>
  );
}

export type SpanAxisProps = { total: number };

/** What the width of the bars stands for, above them. */
export function SpanAxis({ total }: SpanAxisProps) {
  return (
    <span className="span-axis">
      {[0, total / 2, total].map((value) => (
        <span key={value}>{value}</span>
      ))}
    </span>
  );
}
