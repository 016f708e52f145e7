import { TopView } from '../lib/TopView';

/** Meters. */
const RINGS = [
  { radius: 6, name: 'Swirl', text: '6 m' },
  { radius: 5, name: 'Overloaded', text: '5 m; Superconduct, too' },
  { radius: 1, name: 'Burning', text: '1 m' },
];

/** The areas of transformative reactions compared. */
export default function ReactionRanges() {
  return (
    <TopView
      title="Areas of reactions compared, from above"
      description="Circles around one point, to scale: Burning has a radius of 1 meter, Overloaded and Superconduct 5 meters, Swirl 6 meters."
      rings={RINGS}
      unit="m"
    />
  );
}
