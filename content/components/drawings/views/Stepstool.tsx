import { Drawing } from '../lib/Drawing';
import { Ground, ArrowHead, Person } from '../lib/figures';

/** A collision with an enemy gives a jump the height that a plunge needs. */
export default function Stepstool() {
  return (
    <Drawing
      title="An enemy as a stepstool"
      description="Seen from the side, two jumps: a plain one that stays below the height that a plunge needs, and one into an enemy. It collides with its hitbox, which pushes the character higher, above that height; from there the character plunges."
      scale="not to scale"
      height={176}
    >
      <path className="drawing-open" d="M0 52H360" />
      <text x="4" y="46">
        height that a plunge needs
      </text>
      <Ground from={0} to={360} y={150} />
      <Person x={24} y={150} />
      <path className="drawing-open" d="M38 138Q74 40 110 146" />
      <text x="74" y="170" textAnchor="middle">
        plain jump
      </text>
      <Person x={170} y={150} />
      <rect className="drawing-open" x="214" y="92" width="46" height="58" rx="4" />
      <text x="237" y="126" textAnchor="middle">
        hitbox
      </text>
      <path className="drawing-accent" d="M184 138Q200 96 222 90Q246 78 262 26" />
      <path className="drawing-accent" d="M262 26Q290 10 300 140" />
      <ArrowHead x={300} y={146} angle={88} />
      <text x="296" y="22">
        plunge
      </text>
      <text x="237" y="170" textAnchor="middle">
        jump into an enemy
      </text>
    </Drawing>
  );
}
