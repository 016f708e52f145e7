import { Drawing } from '../lib/Drawing';

const HITS = Array.from({ length: 9 }, (_, at) => 30 + at * 38);
const LOW = 14;
const HIGH = 30;
/** From where to where the buff lasts. */
const BUFF = { from: 120, to: 236 };
const PITCH = 62;

type Row = { label: string; cast: number; isHigh: (hit: number) => boolean };

const isBuffed = (hit: number) => hit >= BUFF.from && hit <= BUFF.to;

const ROWS: Row[] = [
  { label: 'Snapshot, cast before', cast: 12, isHigh: () => false },
  { label: 'Snapshot, cast during', cast: 130, isHigh: () => true },
  { label: 'Dynamic', cast: 12, isHigh: isBuffed },
];

function Hits({ row, top }: { row: Row; top: number }) {
  const ground = top + PITCH - 8;
  return (
    <>
      <text className="drawing-strong" x="2" y={top + 14}>
        {row.label}
      </text>
      <path d={`M0 ${ground}H360`} />
      <path className="drawing-body" d={`M${row.cast} ${ground}m-4 -9h8l-4 9z`} />
      {HITS.filter((hit) => hit > row.cast).map((hit) => {
        const height = row.isHigh(hit) ? HIGH : LOW;
        return (
          <path
            key={hit}
            className={row.isHigh(hit) ? 'drawing-accent' : 'drawing-body'}
            d={`M${hit - 5} ${ground}v${-height}h10v${height}`}
          />
        );
      })}
    </>
  );
}

/** What a buff does to the hits of a lasting ability of either kind. */
export default function SnapshotDynamic() {
  const height = ROWS.length * PITCH + 26;
  return (
    <Drawing
      title="Each hit of a lasting ability, while a buff comes and goes"
      description="Three rows of hits over time, with a buff in the middle. A snapshotting ability that was cast before the buff never gains it. One that was cast during the buff keeps it to the end, after the buff is gone, too. A dynamic ability has it exactly while the buff lasts."
      scale="not to scale"
      height={height}
    >
      <rect className="drawing-area" x={BUFF.from} y="1" width={BUFF.to - BUFF.from} height={height - 4} />
      {ROWS.map((row, at) => (
        <Hits key={row.label} row={row} top={at * PITCH} />
      ))}
      <text className="drawing-strong" x={(BUFF.from + BUFF.to) / 2} y={height - 10} textAnchor="middle">
        the buff lasts
      </text>
      <text x="358" y={height - 10} textAnchor="end">
        time →
      </text>
      <path className="drawing-body" d={`M8 ${height - 19}h8l-4 9z`} />
      <text x="22" y={height - 10}>
        cast
      </text>
    </Drawing>
  );
}
