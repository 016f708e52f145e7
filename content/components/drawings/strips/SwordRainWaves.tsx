import { Strip } from '../lib/Strip';

/** Seconds; the lengths of the attacks are an example. */
const ATTACKS: [number, number][] = [
  [0, 0.5],
  [0.5, 1.2],
  [1.2, 1.6],
  [2.7, 3.3],
  [3.3, 4],
];
/** When a wave comes, and how many attacks it has. */
const WAVES: [number, number][] = [
  [0, 2],
  [1, 3],
  [2.7, 2],
  [3.7, 3],
];
const LENGTH = 4;

const LANES = [
  {
    label: 'Animations of normal attacks, an example',
    segments: ATTACKS.map(([from, to], at) => ({ from, to, text: `N${(at % 3) + 1}` })),
  },
  {
    label: 'Waves, with their attacks',
    segments: [{ from: 0, to: LENGTH, kind: 'open' as const }],
    marks: WAVES.map(([at, count]) => ({
      at,
      text: String(count),
      ...(at === 0 ? { anchor: 'start' as const } : {}),
    })),
  },
];

/** When the waves of Xingqiu's burst come. */
export default function SwordRainWaves() {
  return (
    <Strip
      title="Sword Rain waves during normal attacks, without C6"
      description="Two strips of time, to scale: animations of normal attacks with a pause, and the waves. At most one wave a second comes, and only while an animation goes on: after the pause, the next wave comes with the next attack. The waves have 2 and 3 attacks in turn."
      scale="to scale"
      length={LENGTH}
      lanes={LANES}
      axis={{ ticks: [0, 1, 2, 3, LENGTH], format: (time) => `${time} s` }}
    />
  );
}
