/** Parts of drawings as seen from the side. */

/** A standing person; `x` is the middle and `y` the ground. */
export function Person({ x, y, size = 36 }: { x: number; y: number; size?: number }) {
  const head = size / 6;
  return (
    <g>
      <circle className="drawing-body" cx={x} cy={y - size + head} r={head} />
      <path
        className="drawing-body"
        d={`M${x} ${y - size + 2 * head}V${y - size / 3}l${-head} ${size / 3}m${head} ${-size / 3}l${head} ${size / 3}M${x - head} ${y - size / 2}h${2 * head}`}
      />
    </g>
  );
}

/** The ground from `from` to `to`. */
export function Ground({ from, to, y }: { from: number; to: number; y: number }) {
  return <path className="drawing-body" d={`M${from} ${y}H${to}`} />;
}

/** An arrow head at a point; the angle is in degrees, 0 points right and 90 down. */
export function ArrowHead({ x, y, angle }: { x: number; y: number; angle: number }) {
  return <path className="drawing-accent" d="M-6 -4L0 0L-6 4" transform={`translate(${x} ${y}) rotate(${angle})`} />;
}
