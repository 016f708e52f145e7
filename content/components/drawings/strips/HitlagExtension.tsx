import { Strip } from '../lib/Strip';

const LANES = [
  { label: 'A buff of the attacker, without hits', segments: [{ from: 0, to: 64, text: 'duration' }] },
  {
    label: 'The same, with hits that have hitlag',
    segments: [
      { from: 0, to: 20 },
      { from: 20, to: 28, kind: 'accent' as const },
      { from: 28, to: 46 },
      { from: 46, to: 54, kind: 'accent' as const },
      { from: 54, to: 80 },
    ],
    marks: [
      { at: 20, text: 'hit' },
      { at: 46, text: 'hit' },
      { at: 80, text: 'later end' },
    ],
  },
  { label: 'A deployable, with the same hits', segments: [{ from: 0, to: 64, text: 'not extended' }] },
];

/** Hitlag lengthens effects of the attacker, and leaves deployables alone. */
export default function HitlagExtension() {
  return (
    <Strip
      title="Hitlag moves the end of a buff"
      description="Three strips of time: a buff of the attacker without hits; the same buff with two hits whose hitlag is added, so that it ends later; and a deployable, which is not extended by the same hits."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
