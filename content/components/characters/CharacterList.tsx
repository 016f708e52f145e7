import '../entity.css';
import { Filtered } from '../tables/lib/Filtered';
import { filterKeys, optionsOf } from '../tables/lib/filters';
import { formatNumber, formatPercent } from '../lib/format';
import { Icon } from '../lib/icons';
import type { Character } from '../lib/types';
import { WeaponIcon } from '../lib/weaponIcons';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type CharacterListProps = {
  /** The folder of the characters' facts. */
  characters: Record<string, Character>;
};

const COMPARED_LEVEL = 90;
const FACTS = ['HP', 'ATK', 'DEF'].map((stat) => `${stat} at level ${COMPARED_LEVEL}`).concat('Ascension stat');

/** What a comparison shows of a character, beside what the filters know. */
function factsOf({ stats, ascension_stat: stat = '' }: Character): string | undefined {
  const row = stats?.rows.findLast(([, level]) => level === COMPARED_LEVEL);
  if (!row) return undefined;
  const [, , hp = 0, atk = 0, def = 0, bonus = 0] = row;
  const added = stat === 'Elemental Mastery' ? formatNumber(bonus) : formatPercent(bonus);
  return [formatNumber(hp), formatNumber(atk), formatNumber(def), `${stat.replace('%', '')} ${added}`].join('|');
}

/** All characters by element, to be found by element, weapon, rarity and name. */
export default function CharacterList({ characters }: CharacterListProps) {
  const all = Object.values(characters).sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const elements = optionsOf(all.map(({ element }) => element));
  const groups = [
    { name: 'element', label: 'Element', options: elements },
    { name: 'weapon', label: 'Weapon', options: optionsOf(all.map(({ weapon }) => weapon)) },
    { name: 'rarity', label: 'Rarity', options: optionsOf(all.map(({ rarity }) => rarity?.toString())) },
  ];
  return (
    <Filtered noun="characters" total={all.length} groups={groups} isComparable facts={FACTS}>
      {elements.map((element) => (
        <div key={element} data-group-of={element} data-element={element.toLowerCase()} data-generated="">
          <p className="roster-head">
            <a href={`/characters/${element.toLowerCase()}`}>
              <Icon name={element.toLowerCase()} />
              {element}
            </a>
          </p>
          <ul className="roster" role="list">
            {all
              .filter((character) => character.element === element)
              .map((character) => (
                <li
                  key={character.route}
                  {...filterKeys([element, character.weapon, character.rarity])}
                  data-facts={factsOf(character)}
                >
                  <Entry character={character} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Filtered>
  );
}

function Entry({ character: { name, route, weapon, rarity } }: { character: Character }) {
  return (
    <>
      <a href={route} data-initials={name.slice(0, 2)}>
        {name}
      </a>
      <small>
        {weapon && (
          <>
            <WeaponIcon type={weapon} />
            {weapon}
          </>
        )}
        {rarity && <span role="img" aria-label={`${rarity} stars`}>{`${rarity}★`}</span>}
      </small>
    </>
  );
}
