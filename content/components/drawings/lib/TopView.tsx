import { round1 } from '../../lib/arithmetic';
import { Drawing, type DrawingProps } from './Drawing';

/** A circle around the center: what it is, and its radius as the notes word it. */
export type Ring = { radius: number; name: string; text: string };

export type TopViewProps = Omit<DrawingProps, 'height' | 'children' | 'scale'> & {
  /** From the largest to the smallest. */
  rings: Ring[];
  center?: string;
  unit: string;
};

/** Half of the square that is seen from above. */
const HALF = 106;
const LARGEST = 100;
const FOOT = 26;
/** The heights of the labels. */
const SLOTS = [34, 92, 150];
const TEXT = 2 * HALF + 8;

function Grid({ size }: { size: number }) {
  const steps = Math.floor(HALF / size);
  const lines = Array.from({ length: 2 * steps + 1 }, (_, at) => round1(HALF + (at - steps) * size));
  const path = lines.map((at) => `M${at} 0V${2 * HALF}M0 ${at}H${2 * HALF}`).join('');
  return <path className="drawing-grid" d={path} />;
}

/** A line from the ring towards its label, along a ray from the center. */
function Leader({ ring: { radius, name, text }, y, size }: { ring: Ring; y: number; size: number }) {
  const [right, down] = [TEXT - 4 - HALF, y - HALF];
  const share = (radius * size) / Math.hypot(right, down);
  return (
    <>
      <path d={`M${round1(HALF + right * share)} ${round1(HALF + down * share)}L${TEXT - 4} ${y}`} />
      <text className="drawing-strong" x={TEXT} y={y + 4}>
        {name}
      </text>
      <text x={TEXT} y={y + 19}>
        {text}
      </text>
    </>
  );
}

/** Circles as seen from above, over a grid whose squares measure one unit. */
export function TopView({ rings, center, unit, ...drawing }: TopViewProps) {
  const size = LARGEST / Math.max(...rings.map(({ radius }) => radius));
  return (
    <Drawing {...drawing} scale="to scale" height={2 * HALF + FOOT}>
      <Grid size={size} />
      {rings.map(({ name, radius }, at) => (
        <circle
          key={name}
          className={at === rings.length - 1 ? 'drawing-area' : 'drawing-accent'}
          cx={HALF}
          cy={HALF}
          r={round1(radius * size)}
        />
      ))}
      {rings.map((ring, at) => (
        <Leader key={ring.name} ring={ring} y={SLOTS[at] ?? 0} size={size} />
      ))}
      <circle className="drawing-end" cx={HALF} cy={HALF} r="3.5" />
      {center && (
        <text className="drawing-strong" x={HALF} y={HALF + 18} textAnchor="middle">
          {center}
        </text>
      )}
      <path d={`M1 ${2 * HALF + 8}v6h${round1(size)}v-6`} />
      <text x={round1(size + 8)} y={2 * HALF + 16}>{`1 ${unit}`}</text>
    </Drawing>
  );
}
