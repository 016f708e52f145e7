import { Drawing } from '../lib/Drawing';
import { Ground, ArrowHead, Person } from '../lib/figures';

/** An object above cuts a jump short. */
export default function CollisionCancelPath() {
  return (
    <Drawing
      title="A jump with and without something above"
      description="Seen from the side, two jumps: without an obstacle the character rises and lands later; an object above stops the rise, so that the character lands sooner."
      scale="not to scale"
      height={160}
    >
      <Ground from={0} to={360} y={134} />
      <Person x={28} y={134} />
      <path className="drawing-open" d="M42 116Q84 -28 126 126" />
      <text x="84" y="154" textAnchor="middle">
        lands later
      </text>
      <Person x={206} y={134} />
      <rect className="drawing-body" x="204" y="18" width="112" height="34" />
      <text x="260" y="39" textAnchor="middle">
        object above
      </text>
      <path className="drawing-accent" d="M220 116Q232 70 244 56Q262 74 274 122" />
      <ArrowHead x={275} y={128} angle={80} />
      <text x="250" y="154" textAnchor="middle">
        lands sooner
      </text>
    </Drawing>
  );
}
