import './entity.css';
import { formatNumber, formatPercent } from './lib/format';
import { ScrollTable } from './lib/ScrollTable';
import type { Character } from './lib/types';

export type CharacterStatsProps = { character: Character };

/** Base stats at the ends of each ascension phase; `20+` is level 20 after ascending. */
export default function CharacterStats({ character }: CharacterStatsProps) {
  const { stats, base, ascension_stat: bonusStat = 'Bonus' } = character;
  if (!stats || !base) return null;
  const flat = bonusStat === 'Elemental Mastery';
  const rows = stats.rows.map(([ascension = 0, level = 0, hp = 0, atk = 0, def = 0, bonus = 0], at) => ({
    level: stats.rows[at - 1]?.[1] === level ? `${level}+` : String(level),
    figures: [String(ascension), formatNumber(hp), formatNumber(atk), formatNumber(def)],
    bonus: bonus === 0 ? '\u2013' : `+${flat ? formatNumber(bonus) : formatPercent(bonus)}`,
  }));
  const caption = `Every level: CRIT Rate ${formatPercent(base.crit_rate)}, CRIT DMG ${formatPercent(base.crit_dmg)}`;
  return (
    <ScrollTable label={`Base stats of ${character.name}`} caption={caption} className="figures pin dense full">
      <thead>
        <tr>
          <th scope="col">Level</th>
          {['Ascension', 'Base HP', 'Base ATK', 'Base DEF', bonusStat.replace('%', '')].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.level}>
            <th scope="row">{row.level}</th>
            {[...row.figures, row.bonus].map((figure, at) => (
              <td key={at} className={at === 4 ? 'ascension' : undefined}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
