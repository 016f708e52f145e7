import { Drawing } from '../lib/Drawing';

/** How many Geo Constructs stand at most. */
const LIMIT = 3;
const SIDE = 34;
const PITCH = 62;

type Construct = { number: number; state: 'standing' | 'new' | 'destroyed' };

const CLASSES = { standing: 'drawing-body', new: 'drawing-area', destroyed: 'drawing-open' };

function Row({ top, label, constructs }: { top: number; label: string; constructs: Construct[] }) {
  return (
    <>
      <text className="drawing-strong" x="2" y={top + 22}>
        {label}
      </text>
      {constructs.map(({ number, state }) => {
        const x = 104 + (number - 1) * PITCH;
        return (
          <g key={number}>
            <rect className={CLASSES[state]} x={x} y={top} width={SIDE} height={SIDE} />
            {state === 'destroyed' && <path d={`M${x - 4} ${top - 4}l42 42m0 -42l-42 42`} />}
            <text className="drawing-strong" x={x + SIDE / 2} y={top + 22} textAnchor="middle">
              {number}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** What the fourth Geo Construct does to the oldest. */
export default function ConstructLimit() {
  const numbers = Array.from({ length: LIMIT }, (_, at) => at + 1);
  const before = numbers.map((number) => ({ number, state: 'standing' as const }));
  const after = [
    ...numbers.map((number) => ({ number, state: number === 1 ? ('destroyed' as const) : ('standing' as const) })),
    { number: LIMIT + 1, state: 'new' as const },
  ];
  return (
    <Drawing
      title="The limit of Geo Constructs, in the order of their casts"
      description={`Two rows: ${LIMIT} Geo Constructs stand on the field. When a ${LIMIT + 1}th is placed, the first and oldest is destroyed, so that the second, the third and the new one stand.`}
      scale="not to scale"
      height={104}
    >
      <Row top={6} label="At most" constructs={before} />
      <Row top={62} label="One more" constructs={after} />
    </Drawing>
  );
}
