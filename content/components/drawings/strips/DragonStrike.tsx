import { Strip } from '../lib/Strip';

const LANES = [
  {
    label: 'What the character does',
    segments: [
      { from: 0, to: 21, text: 'action' },
      { from: 21, to: 38, text: 'hitlag', kind: 'accent' as const },
      { from: 38, to: 52, text: 'Dash' },
      { from: 52, to: 74, text: 'Jump' },
      { from: 74, to: 100, text: 'Plunge', kind: 'accent' as const },
    ],
    marks: [
      { at: 21, text: 'impact' },
      { at: 52, text: 'Jump at least 1 ms after Dash' },
    ],
  },
];

/** The order of inputs of a Dragon Strike. */
export default function DragonStrike() {
  return (
    <Strip
      title="Dragon Strike, from the hit to the plunge"
      description="A strip of time: an action hits, its hitlag follows; then come Dash, Jump at least 1 ms after Dash, and the plunge, for which the dash gives the jump enough height."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
