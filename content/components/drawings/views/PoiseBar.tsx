import { Drawing } from '../lib/Drawing';

/** The poise after each hit, as a share of the whole. */
const STEPS = [1, 0.68, 0.3, 0];
const PITCH = 52;
const TOP = 26;
const BOTTOM = 122;
const END = 300;

function stepLine(): string {
  const y = (share: number) => BOTTOM - share * (BOTTOM - TOP);
  const falls = STEPS.slice(1).map((share, at) => `H${30 + (at + 1) * PITCH}V${y(share)}`);
  return `M30 ${TOP}${falls.join('')}H${END}V${TOP}H358`;
}

/** How hits empty the poise of a unit, and what happens at 0. */
export default function PoiseBar() {
  const empty = 30 + (STEPS.length - 1) * PITCH;
  return (
    <Drawing
      title="Poise over three hits, without its regeneration"
      description="A step line over time: each hit lowers the poise of a unit until it is at 0. The unit is now vulnerable; a hit in this time may stagger it. When the vulnerable status ends, the poise is reset to its whole."
      scale="not to scale"
      height={150}
    >
      <rect className="drawing-area" x={empty} y={TOP} width={END - empty} height={BOTTOM - TOP} />
      <text className="drawing-strong" x={(empty + END) / 2} y={TOP + 20} textAnchor="middle">
        vulnerable
      </text>
      <text x="2" y={TOP - 8}>
        Poise
      </text>
      <text x="24" y={BOTTOM + 4} textAnchor="end">
        0
      </text>
      <path d={`M30 ${BOTTOM}H358`} />
      <path className="drawing-accent" d={stepLine()} />
      {STEPS.slice(1).map((share, at) => (
        <text key={share} x={30 + (at + 1) * PITCH} y={BOTTOM + 20} textAnchor="middle">
          hit
        </text>
      ))}
      <path className="drawing-body" d={`M244 ${BOTTOM}v-40m-5 8l5 -8l5 8`} />
      <text x="244" y={BOTTOM + 20} textAnchor="middle">
        hit: stagger
      </text>
      <text x="358" y={TOP - 8} textAnchor="end">
        reset
      </text>
    </Drawing>
  );
}
