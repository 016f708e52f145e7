import { useState } from 'react';
import { formatBonus, formatStat, statsAt, stepsOf, type Growing } from './growth';
import { Slider } from './Slider';

export type StatsAtLevelProps = { growing: Growing; bonusStat: string };

/** Most builds are compared at this level. */
const FIRST_SHOWN = { level: 90, ascension: 6 };

/** Base stats at any level and ascension, worked out from base values, growth and ascension bonuses. */
export function StatsAtLevel({ growing, bonusStat }: StatsAtLevelProps) {
  const steps = stepsOf(growing.ascensions);
  const initial = steps.findIndex(
    ({ level, ascension }) => level === FIRST_SHOWN.level && ascension === FIRST_SHOWN.ascension,
  );
  const [at, setAt] = useState(Math.max(initial, 0));
  const step = steps[at] ?? FIRST_SHOWN;
  const { hp, atk, def, bonus } = statsAt(growing, step);
  const figures = [
    ['Base HP', formatStat(hp)],
    ['Base ATK', formatStat(atk)],
    ['Base DEF', formatStat(def)],
    [bonusStat.replace('%', ''), formatBonus(bonusStat, bonus)],
  ];
  return (
    <div className="panel">
      <Slider
        label="Level"
        value={at}
        first={0}
        last={steps.length - 1}
        text={`${step.level}, ascension ${step.ascension}`}
        onChange={setAt}
      />
      <dl className="readings">
        {figures.map(([term, figure]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
