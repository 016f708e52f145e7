import { Drawing } from '../lib/Drawing';

/** Seconds of flight: where the fall begins, and how far apart its steps are. */
const FIRST = 0.7;
const STEP = 0.05;
/** Shares of the damage. */
const FALL = 0.1;
const LEAST = 0.1;

const LAST = 1.4;
const LEFT = 44;
const TOP = 14;
const BOTTOM = 110;

const x = (time: number) => Math.round(LEFT + (time / LAST) * (354 - LEFT));
const y = (share: number) => Math.round(BOTTOM - share * (BOTTOM - TOP));

/** The tests of the fall measured whole steps: 13 frames past its beginning cost 4 tenths, not 4.3. */
function fallPath(): string {
  const count = Math.round((1 - LEAST) / FALL);
  const steps = Array.from({ length: count }, (_, at) => `H${x(FIRST + (at + 1) * STEP)}V${y(1 - (at + 1) * FALL)}`);
  return `M${LEFT} ${y(1)}${steps.join('')}H354`;
}

/** What an aimed arrow loses with the time of its flight. */
export default function ArrowFalloff() {
  const end = FIRST + ((1 - LEAST) / FALL) * STEP;
  return (
    <Drawing
      title="Damage and gauge of an aimed arrow by its time of flight"
      description="A step line to scale: an arrow keeps its damage and gauge for 0.7s; after that each further 0.05s takes 10%, at most 90% in total."
      scale="to scale"
      height={152}
    >
      <path d={`M${LEFT} ${y(1)}H354M${LEFT} ${y(LEAST)}H354`} className="drawing-grid" />
      <path d={`M${LEFT} ${TOP - 6}V${BOTTOM}H354`} />
      <path className="drawing-accent" d={fallPath()} />
      <text x={LEFT - 6} y={y(1) + 4} textAnchor="end">
        100%
      </text>
      <text x={LEFT - 6} y={y(LEAST) + 4} textAnchor="end">
        10%
      </text>
      <path d={`M${x(FIRST)} ${BOTTOM}v5`} />
      <text x={x(FIRST)} y={BOTTOM + 18} textAnchor="middle">
        {`${FIRST} s`}
      </text>
      <text x={LEFT} y={BOTTOM + 18} textAnchor="middle">
        0
      </text>
      <text className="drawing-strong" x={x((FIRST + end) / 2) + 10} y={y(0.6)}>
        −10% per 0.05 s
      </text>
      <text x="354" y={BOTTOM + 36} textAnchor="end">
        time of flight
      </text>
    </Drawing>
  );
}
