import formulas from '../../data/formulas.json';
import { masteryBonus, type ReactionKind } from '../damage/lib/damage';
import { formatNumber, formatPercent } from '../lib/format';
import { sample, steps } from './lib/chart';
import { LinePlot } from './lib/LinePlot';

/** Rendered at build. */
export const interactive = false;

const KINDS: { kind: ReactionKind; name: string }[] = [
  { kind: 'transformative', name: 'Transformative' },
  { kind: 'additive', name: 'Additive' },
  { kind: 'amplifying', name: 'Amplifying' },
];
const LAST = 1000;

function description(): string {
  const parts = KINDS.map(({ kind, name }) => {
    const { scale, offset } = formulas[kind].mastery;
    return `${name}: ${scale} EM ÷ (${offset} + EM), ${formatPercent(masteryBonus(kind, LAST))} at ${LAST} EM`;
  });
  return `Reaction bonus by Elemental Mastery; each further point adds less. ${parts.join('. ')}.`;
}

/** What Elemental Mastery adds to each kind of reaction. */
export default function ReactionBonusPlot() {
  const chart = {
    x: { label: 'Elemental Mastery', format: (mastery: number) => formatNumber(mastery) },
    y: {
      label: 'Reaction bonus',
      format: (bonus: number) => formatPercent(bonus, 0),
      figure: (bonus: number) => formatPercent(bonus),
    },
    series: KINDS.map(({ kind, name }) => ({
      name,
      points: sample(steps(0, LAST, 20), (mastery) => masteryBonus(kind, mastery)),
    })),
  };
  return (
    <LinePlot
      title="Reaction bonus by Elemental Mastery"
      description={description()}
      chart={chart}
      rows={steps(0, LAST, 100)}
    />
  );
}
