import '../entity.css';
import { formatNumber, formatPercent, formatPlain } from '../lib/format';
import { formatBonus, type Ascension, type Growing } from '../levels/lib/growth';
import { Island } from '../lib/Island';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { Character } from '../lib/types';
import Sliders from '../levels/Sliders';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type CharacterStatsProps = { character: Character };

/** Base stats at any level; folded, those at the ends of each ascension phase, and how they are worked out. */
export default function CharacterStats({ character }: CharacterStatsProps) {
  const { base, curves, ascensions, ascension_stat: bonusStat = 'Bonus' } = character;
  if (!character.stats || !base || !curves || !ascensions) return null;
  const growing: Growing = {
    base: { hp: base.hp, atk: base.atk, def: base.def },
    curves,
    ascensions: ascensions.rows as Ascension[],
  };
  return (
    <>
      <Island name="Sliders" of={Sliders} hydrateOn="use" props={{ stats: { growing, bonusStat } }} />
      <details data-generated="">
        <summary>Base stats at the ends of the ascension phases</summary>
        <Phases character={character} bonusStat={bonusStat} />
      </details>
      <Derivation growing={growing} bonusStat={bonusStat} />
    </>
  );
}

/** The ends of the phases; `20+` is level 20 after ascending. */
function Phases({ character, bonusStat }: CharacterStatsProps & { bonusStat: string }) {
  const { stats, base, name } = character;
  const all = stats?.rows ?? [];
  const rows = all.map(([ascension = 0, level = 0, hp = 0, atk = 0, def = 0, bonus = 0], at) => ({
    level: all[at - 1]?.[1] === level ? `${level}+` : String(level),
    figures: [String(ascension), formatNumber(hp), formatNumber(atk), formatNumber(def), formatBonus(bonusStat, bonus)],
  }));
  const caption =
    base && `Every level: CRIT Rate ${formatPercent(base.crit_rate)}, CRIT DMG ${formatPercent(base.crit_dmg)}`;
  return (
    <ScrollTable label={`Base stats of ${name}`} caption={caption} className="figures pin slim dense full">
      <Heads heads={['Level', 'Ascension', 'Base HP', 'Base ATK', 'Base DEF', bonusStat.replace('%', '')]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.level}>
            <th scope="row">{row.level}</th>
            {row.figures.map((figure, at) => (
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

/** What the ascensions add, and the formula that joins it with base and growth. */
function Derivation({ growing, bonusStat }: { growing: Growing; bonusStat: string }) {
  const { base, ascensions } = growing;
  return (
    <details className="derivation">
      <summary>How these are worked out</summary>
      <p data-generated="">
        Stat = base × growth of the level + bonus of the ascension, with base HP {formatPlain(base.hp)}, base ATK{' '}
        {formatPlain(base.atk)} and base DEF {formatPlain(base.def)}. The growth stands under{' '}
        <a href="/general-mechanics/attributes/scaling">Scaling</a>.
      </p>
      <ScrollTable label="Ascension bonuses" className="figures pin slim dense full">
        <Heads heads={['Ascension', 'Up to level', 'HP', 'ATK', 'DEF', bonusStat.replace('%', '')]} />
        <tbody>
          {ascensions.map(([ascension, maxLevel, hp, atk, def, bonus]) => (
            <tr key={ascension}>
              <th scope="row">{ascension}</th>
              <td>{maxLevel}</td>
              {[hp, atk, def].map((value, at) => (
                <td key={at}>{formatNumber(value, 2)}</td>
              ))}
              <td>{formatBonus(bonusStat, bonus)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </details>
  );
}

function Heads({ heads }: { heads: string[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
