import { Strip } from '../lib/Strip';

const LANES = [
  {
    label: 'Client',
    segments: [{ from: 0, to: 100 }],
    marks: [
      { at: 12, text: 'hit' },
      { at: 26, text: 'hit' },
      { at: 40, text: 'hit' },
    ],
  },
  {
    label: 'Server',
    segments: [
      { from: 0, to: 70, text: 'on its way', kind: 'open' as const },
      { from: 70, to: 100, text: 'stacks', kind: 'accent' as const },
    ],
    marks: [{ at: 70, text: 'the hits register together' }],
  },
];

/** Why stacks on hit depend on ping. */
export default function ServerHits() {
  return (
    <Strip
      title="When a stack on hit is gained"
      description="Two strips of time: hits land one after the other on the client; the server registers them together at a later time, which depends on ping, and only then the stacks are gained."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
