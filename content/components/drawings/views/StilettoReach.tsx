import { Drawing } from '../lib/Drawing';

/** Abyss tiles. */
const REACHES = [
  { length: 6, text: 'teleport, Press: at most about 6 tiles' },
  { length: 3.5, text: 'stiletto: slightly below 3.5 tiles' },
  { length: 3, text: 'teleport, Hold: slightly below 3 tiles' },
];
const TILE = 52;
const LEFT = 22;
const PITCH = 34;
const TILES = [0, 1, 2, 3, 4, 5, 6];

/** How far Keqing's stiletto flies and takes her. */
export default function StilettoReach() {
  const height = REACHES.length * PITCH + 8;
  return (
    <Drawing
      title="How far the stiletto and the teleport reach"
      description="Three reaches in one direction, to scale: Press teleports at most about 6 tiles, the stiletto is thrown slightly below 3.5 tiles, Hold teleports slightly below 3 tiles."
      scale="to scale"
      height={height + 20}
    >
      <path className="drawing-grid" d={TILES.map((tile) => `M${LEFT + tile * TILE} 0V${height}`).join('')} />
      {REACHES.map(({ length, text }, at) => {
        const y = 26 + at * PITCH;
        return (
          <g key={text}>
            <text x={LEFT + 4} y={y - 8}>
              {text}
            </text>
            <path className="drawing-accent" d={`M${LEFT} ${y}H${LEFT + length * TILE}m-5 -4l5 4l-5 4`} />
          </g>
        );
      })}
      {TILES.map((tile) => (
        <text key={tile} x={LEFT + tile * TILE} y={height + 14} textAnchor="middle">
          {tile}
        </text>
      ))}
    </Drawing>
  );
}
