import { Drawing } from '../lib/Drawing';

const NAMES = ['head', 'face', 'head, shoulders', 'eye', 'cores'];
const PITCH = 72;

/** A body with its arms. */
function Body({ x }: { x: number }) {
  return <path className="drawing-body" d={`M${x - 14} 96v-36q0 -8 8 -8h12q8 0 8 8v36`} />;
}

/** Where enemies have their weak spots. */
export default function WeakSpots() {
  const [head = 0, face = 0, shoulders = 0, eye = 0, cores = 0] = NAMES.map((_, at) => 36 + at * PITCH);
  return (
    <Drawing
      title="Places of weak spots"
      description="Five outlines with the weak spot marked: the head, as of Hilichurls and Treasure Hoarders; the face, as of Mitachurls and Samachurls; the head and the shoulders, as of Lawachurls; an eye, as of the Thunder Manifestation; cores, as of Ruin Drakes."
      scale="not to scale"
      height={122}
    >
      <Body x={head} />
      <circle className="drawing-area" cx={head} cy="36" r="14" />
      <Body x={face} />
      <circle className="drawing-body" cx={face} cy="36" r="14" />
      <ellipse className="drawing-area" cx={face} cy="38" rx="8" ry="9" />
      <path className="drawing-body" d={`M${shoulders - 18} 96v-28m36 28v-28`} />
      <circle className="drawing-area" cx={shoulders} cy="36" r="13" />
      <circle className="drawing-area" cx={shoulders - 18} cy="58" r="10" />
      <circle className="drawing-area" cx={shoulders + 18} cy="58" r="10" />
      <path className="drawing-body" d={`M${eye} 18l26 40l-26 38l-26 -38z`} />
      <ellipse className="drawing-area" cx={eye} cy="57" rx="12" ry="7" />
      <rect className="drawing-body" x={cores - 26} y="40" width="52" height="40" rx="6" />
      <circle className="drawing-area" cx={cores - 12} cy="60" r="8" />
      <circle className="drawing-area" cx={cores + 12} cy="60" r="8" />
      {NAMES.map((name, at) => (
        <text key={name} x={36 + at * PITCH} y="114" textAnchor="middle">
          {name}
        </text>
      ))}
    </Drawing>
  );
}
