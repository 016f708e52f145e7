import { Strip } from '../lib/Strip';

/** Seconds. */
const OWN = 0.03;
const ADDED = 0.06;
const LENGTH = 0.1;

const own = { from: 0, to: OWN, text: `${OWN} s`, kind: 'accent' as const };
const LANES = [
  { label: 'Broken poise: the hitlag of the attack', segments: [own] },
  {
    label: 'Unbroken poise: a fixed time is added',
    segments: [own, { from: OWN, to: OWN + ADDED, text: `+ ${ADDED} s`, kind: 'accent' as const }],
  },
];

/** How long a sword's first attack stands still on both kinds of enemies. */
export default function HitlagByPoise() {
  return (
    <Strip
      title="The hitlag of a sword's N1"
      description={`Two strips of time to scale: on an enemy with broken poise the attack stands still for ${OWN} seconds; on one with unbroken poise ${ADDED} seconds are added.`}
      scale="to scale"
      length={LENGTH}
      lanes={LANES}
      axis={{
        ticks: [0, OWN, OWN + ADDED],
        format: (time) => (time === 0 ? '0' : `${Math.round(time * 100) / 100} s`),
      }}
    />
  );
}
