import { Drawing } from '../lib/Drawing';
import { Ground, Person } from '../lib/figures';

/** The ray of the secondary camera, free and blocked. */
export default function ZoomCancelRay() {
  return (
    <Drawing
      title="The ray that decides the zoom of a Burst"
      description="Seen from the side, two cases: the secondary camera casts a short ray at the character. If nothing is between them, it zooms in. If the ray meets another object, such as a wall, the game switches to the primary camera."
      scale="not to scale"
      height={148}
    >
      <Ground from={0} to={170} y={112} />
      <Person x={136} y={112} />
      <Camera x={36} />
      <path className="drawing-accent" d="M58 84H126m-6 -4l6 4l-6 4" />
      <text x="88" y="76" textAnchor="middle">
        ray
      </text>
      <text x="4" y="56">
        secondary camera
      </text>
      <text className="drawing-strong" x="84" y="138" textAnchor="middle">
        free: the Burst zooms in
      </text>
      <Ground from={190} to={360} y={112} />
      <Person x={330} y={112} />
      <Camera x={222} />
      <rect className="drawing-body" x="280" y="34" width="16" height="78" />
      <text x="288" y="26" textAnchor="middle">
        wall
      </text>
      <path className="drawing-accent" d="M244 84H278m-6 -4l6 4l-6 4" />
      <text className="drawing-strong" x="274" y="138" textAnchor="middle">
        blocked: primary camera
      </text>
    </Drawing>
  );
}

function Camera({ x }: { x: number }) {
  return <path className="drawing-body" d={`M${x - 16} 74h26v20h-26zM${x + 10} 80l10 -6v20l-10 -6`} />;
}
