import formulas from '../../data/formulas.json';
import { defenseFactor } from '../damage/lib/damage';
import { formatRounded } from '../lib/arithmetic';
import { formatNumber } from '../lib/format';
import { sample, steps } from './lib/chart';
import { LinePlot } from './lib/LinePlot';

/** Rendered at build. */
export const interactive = false;

/** Levels of the character. */
const LEVELS = [20, 50, 90];
const FARTHEST = 80;
/** Shares of DEF that a hit ignores, in percent. */
const IGNORED = [0, 30, 60];
const CAP = formulas.defense.reduction_cap * 100;

const figure = (factor: number) => formatRounded(factor, 3);
const y = { label: 'DEF factor', format: (factor: number) => formatRounded(factor), figure };

function signed(levels: number): string {
  return levels > 0 ? `+${levels}` : formatNumber(levels);
}

/** From an enemy of level 1 on. */
function ByLevel() {
  const chart = {
    x: { label: 'Levels of the enemy above the character', format: signed },
    y,
    series: LEVELS.map((level) => ({
      name: `Level ${level}`,
      points: sample(steps(-FARTHEST, FARTHEST, 1), (more) => defenseFactor(level, level + more)).filter(
        ([more]) => level + more >= 1,
      ),
    })),
    circles: [0],
  };
  const at = LEVELS.map(
    (level) => `${figure(defenseFactor(level, level + FARTHEST))} for a character of level ${level}`,
  );
  return (
    <LinePlot
      title="DEF factor by level difference"
      description={`At equal levels the factor is ${formatRounded(defenseFactor(90, 90))} at any level. It falls as the enemy's level rises above the character's: ${FARTHEST} levels above it is ${at.join(', ')}.`}
      chart={chart}
      rows={steps(-FARTHEST, FARTHEST, 20)}
    />
  );
}

function ByReduction() {
  const factor = (percent: number, ignored: number) => defenseFactor(90, 90, percent / 100, ignored / 100);
  const chart = {
    x: { label: 'DEF reduction', format: (percent: number) => `${percent}%` },
    y,
    series: IGNORED.map((ignored) => ({
      name: ignored === 0 ? 'None ignored' : `${ignored}% ignored`,
      points: sample(steps(0, 100, 5), (percent) => factor(percent, ignored)),
    })),
  };
  const ends = IGNORED.map(
    (ignored) => `${ignored}% ignored: from ${figure(factor(0, ignored))} to ${figure(factor(CAP, ignored))}`,
  );
  return (
    <LinePlot
      title="DEF factor by DEF reduction and ignore, at equal levels"
      description={`The factor rises with DEF reduction, which counts up to ${CAP}%, and with the share of DEF that the hit ignores. ${ends.join('; ')}.`}
      chart={chart}
      rows={steps(0, 100, 10)}
    />
  );
}

/** The factor that an enemy's DEF leaves of the damage: by levels, and by what lowers DEF. */
export default function DefensePlot() {
  return (
    <div className="plot-panels">
      <ByLevel />
      <ByReduction />
    </div>
  );
}
