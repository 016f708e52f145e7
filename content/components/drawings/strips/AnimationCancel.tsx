import { Strip } from '../lib/Strip';

const hit = [{ at: 30, text: 'hitmark' }];

const LANES = [
  {
    label: 'Default: the next normal attack',
    segments: [
      { from: 0, to: 30, text: 'start' },
      { from: 30, to: 78, text: 'recovery', kind: 'open' as const },
      { from: 78, to: 100, text: 'next' },
    ],
    marks: hit,
  },
  {
    label: 'Cancelled at the hitmark: no recovery',
    segments: [
      { from: 0, to: 30, text: 'start' },
      { from: 30, to: 100, text: 'Skill, Burst, dash, jump or swap', kind: 'accent' as const },
    ],
    marks: hit,
  },
  {
    label: 'Cancelled before the hit: no attack',
    segments: [
      { from: 0, to: 18, text: 'start' },
      { from: 18, to: 88, text: 'Skill, Burst, dash, jump or swap', kind: 'accent' as const },
    ],
  },
];

/** What an animation cancel removes of a normal attack. */
export default function AnimationCancel() {
  return (
    <Strip
      title="A normal attack and its cancels"
      description="Three strips of time. By default a normal attack has a start, the hitmark, a recovery, and then the next attack. A Skill, Burst, dash, jump or swap at the hitmark takes the place of the recovery. The same action before the hit takes the place of the attack itself."
      scale="not to scale"
      length={100}
      lanes={LANES}
    />
  );
}
