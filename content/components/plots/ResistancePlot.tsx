import formulas from '../../data/formulas.json';
import { resistanceFactor } from '../damage/lib/damage';
import { formatNumber } from '../lib/format';
import { formatRounded } from '../lib/arithmetic';
import { sample, steps } from './lib/chart';
import { LinePlot } from './lib/LinePlot';

/** Rendered at build. */
export const interactive = false;

/** Percent. */
const FIRST = -100;
const LAST = 200;
const BEND = formulas.resistance.bend * 100;

function description(): string {
  const { below_zero: below, steepness } = formulas.resistance;
  const at = (percent: number) => formatRounded(resistanceFactor(percent / 100));
  return [
    `Damage factor by resistance, in three pieces that meet at 0% and at ${BEND}%.`,
    `Below 0% it is 1 − ${below} × RES, up to ${at(FIRST)} at −100%; from 0% to ${BEND}% it is 1 − RES;`,
    `from there on it is 1 ÷ (1 + ${steepness} × RES), which falls ever slower: ${at(100)} at 100%, ${at(LAST)} at 200%.`,
  ].join(' ');
}

/** The factor that an enemy's resistance leaves of the damage. */
export default function ResistancePlot() {
  const chart = {
    x: { label: 'RES of the enemy', format: (percent: number) => `${formatNumber(percent)}%` },
    y: {
      label: 'Damage factor',
      format: (factor: number) => formatRounded(factor),
      figure: (factor: number) => formatRounded(factor, 3),
      domain: [0, 1.5] as [number, number],
    },
    series: [
      { name: 'Damage factor', points: sample(steps(FIRST, LAST, 5), (percent) => resistanceFactor(percent / 100)) },
    ],
    figures: [0, BEND],
  };
  return (
    <LinePlot
      title="Damage factor by resistance"
      description={description()}
      chart={chart}
      rows={steps(FIRST, LAST, 25)}
    />
  );
}
