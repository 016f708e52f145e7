import '../entity.css';
import { Filtered } from '../tables/lib/Filtered';
import { filterKeys, optionsOf } from '../tables/lib/filters';
import { Icon } from '../lib/icons';
import type { Character } from '../lib/types';
import { WeaponIcon } from '../lib/weaponIcons';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type CharacterListProps = {
  /** The folder of the characters' facts. */
  characters: Record<string, Character>;
};

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
    <Filtered noun="characters" total={all.length} groups={groups}>
      {elements.map((element) => (
        <div key={element} data-group-of={element} data-element={element.toLowerCase()} data-drawn="">
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
                <li key={character.route} {...filterKeys([element, character.weapon, character.rarity])}>
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
      <a href={route}>{name}</a>
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
