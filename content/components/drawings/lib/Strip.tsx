import { round1 } from '../../lib/arithmetic';
import { Drawing, WIDTH, type DrawingProps } from './Drawing';

/** A span of time: `accent` is what the drawing is about, `open` is time that can be saved or varies. */
export type Segment = { from: number; to: number; text?: string; kind?: 'accent' | 'open' };

/** A moment, with its text below the lane. */
export type Mark = { at: number; text: string; anchor?: 'start' | 'middle' | 'end' };

export type Lane = { label: string; segments: Segment[]; marks?: Mark[] };

export type StripProps = Omit<DrawingProps, 'height' | 'children'> & {
  /** The last time of the strip; the first is 0. */
  length: number;
  lanes: Lane[];
  /** Times that are written below the lanes. */
  axis?: { ticks: number[]; format: (time: number) => string };
};

const EDGE = 2;
const BAR = 22;
const LABEL = 18;
const MARKS = 20;
const GAP = 10;
const AXIS = 20;

const CLASSES = { accent: 'drawing-area', open: 'drawing-open' };

type Scale = (time: number) => number;

function heightOf(lane: Lane): number {
  return LABEL + BAR + (lane.marks ? MARKS : 0) + GAP;
}

function Bars({ segments, y, x }: { segments: Segment[]; y: number; x: Scale }) {
  return segments.map(({ from, to, text, kind }) => (
    <g key={from}>
      <rect className={kind && CLASSES[kind]} x={x(from)} y={y} width={round1(x(to) - x(from))} height={BAR} />
      {text && (
        <text
          className={kind === 'accent' ? 'drawing-bare drawing-strong' : undefined}
          x={(x(from) + x(to)) / 2}
          y={y + 15}
          textAnchor="middle"
        >
          {text}
        </text>
      )}
    </g>
  ));
}

function Marks({ marks, y, x }: { marks: Mark[]; y: number; x: Scale }) {
  return marks.map(({ at, text, anchor = 'middle' }) => (
    <g key={at}>
      <path className="drawing-accent" d={`M${x(at)} ${y - 3}v${BAR + 7}`} />
      <text x={x(at)} y={y + BAR + 16} textAnchor={anchor}>
        {text}
      </text>
    </g>
  ));
}

/** Lanes of time spans below each other, on one scale of time. */
export function Strip({ length, lanes, axis, ...drawing }: StripProps) {
  const x: Scale = (time) => round1(EDGE + (time / length) * (WIDTH - 2 * EDGE));
  const tops = lanes.map((_, at) => lanes.slice(0, at).reduce((sum, lane) => sum + heightOf(lane), 0));
  const bottom = lanes.reduce((sum, lane) => sum + heightOf(lane), 0) - GAP;
  const anchorOf = (time: number) => (time === 0 ? 'start' : time === length ? 'end' : 'middle');
  return (
    <Drawing {...drawing} height={bottom + (axis ? AXIS : 4)}>
      {lanes.map(({ label, segments, marks = [] }, at) => {
        const top = tops[at] ?? 0;
        return (
          <g key={label}>
            <text className="drawing-strong" x={EDGE} y={top + 12}>
              {label}
            </text>
            <Bars segments={segments} y={top + LABEL} x={x} />
            <Marks marks={marks} y={top + LABEL} x={x} />
          </g>
        );
      })}
      {axis?.ticks.map((time) => (
        <g key={time}>
          <path d={`M${x(time)} ${bottom + 2}v4`} />
          <text x={x(time)} y={bottom + 18} textAnchor={anchorOf(time)}>
            {axis.format(time)}
          </text>
        </g>
      ))}
    </Drawing>
  );
}
