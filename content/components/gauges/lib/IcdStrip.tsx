import { scaleLinear } from 'd3-scale';
import { formatRounded } from '../../lib/arithmetic';
import { round1 } from '../../lib/arithmetic';
import type { IcdHit, IcdRule } from './icd';

export type NamedIcdHit = IcdHit & { name: string };
export type IcdStripProps = { hits: NamedIcdHit[]; rule: IcdRule };

/** The drawing; the hits stand on a line above the timers and the axis. */
const SIZE = { width: 360, height: 84 };
const BOX = { left: 12, right: 348 };
const ROW = { names: 12, hits: 28, timers: 46, axis: 60, label: 76 };
/** Room for a name. */
const NAME_GAP = 20;
const TICKS = 6;

function description(hits: NamedIcdHit[]): string {
  const applied = hits.flatMap(({ because, time }, at) =>
    because === null ? [] : [`hit ${at + 1} at ${formatRounded(time)}s`],
  );
  return `${hits.length} hits; the element is applied by ${applied.join(', ')}.`;
}

/** Names of hits, without those for which there is no room; the second hit of an attack has none. */
function labelsOf(hits: NamedIcdHit[], x: (time: number) => number): { text: string; x: number }[] {
  let end = -Infinity;
  return hits.flatMap(({ name, time }) => {
    const at = x(time);
    const [attack = '', rest] = name.split(', ');
    if (at < end || (rest !== undefined && rest !== 'hit 1')) return [];
    end = at + NAME_GAP;
    return [{ text: attack.replace('Hit ', ''), x: round1(at) }];
  });
}

/** Hits on a time axis: a disc applies the element, a ring does not. */
export function IcdStrip({ hits, rule }: IcdStripProps) {
  const last = hits.at(-1)?.time ?? 0;
  const scale = scaleLinear([0, last], [BOX.left, BOX.right]);
  const x = (time: number) => round1(scale(time));
  const starts = hits.filter(({ count }) => count === 1);
  return (
    <svg
      className="plot line-plot"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="img"
      aria-label={description(hits)}
    >
      {labelsOf(hits, scale).map((label) => (
        <text key={label.x} x={label.x} y={ROW.names} textAnchor="middle">
          {label.text}
        </text>
      ))}
      <path className="plot-line" d={`M${BOX.left} ${ROW.hits}H${BOX.right}`} />
      {hits.map(({ time, because }, at) => (
        <circle
          key={at}
          className={because === null ? 'icd-none' : 'icd-applied'}
          cx={x(time)}
          cy={ROW.hits}
          r={because === null ? 2.5 : 5}
        />
      ))}
      {starts.map(({ time }) => (
        <path
          key={time}
          className="icd-timer"
          d={`M${x(time)} ${ROW.timers - 4}v8m0-4H${x(Math.min(time + rule.seconds, last))}`}
        />
      ))}
      <path className="plot-zero" d={`M${BOX.left} ${ROW.axis}H${BOX.right}`} />
      {scale.ticks(TICKS).map((tick) => (
        <text key={tick} x={x(tick)} y={ROW.label} textAnchor="middle">{`${tick}s`}</text>
      ))}
    </svg>
  );
}
