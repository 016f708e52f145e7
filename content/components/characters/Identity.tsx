import '../entity.css';
import ElementName from '../inline/ElementName';
import { countOf } from '../vault/lib/vault';
import type { Character, VaultFile } from '../lib/types';

export type IdentityProps = {
  character: Character;
  /** The character's page of the vault. */
  vault?: VaultFile;
};

/** The first facts of a character in one line below the title, and a medallion with the initials beside both. */
export default function Identity({ character, vault }: IdentityProps) {
  const { name, element, weapon, rarity } = character;
  const cost = character.talents?.find((talent) => talent.kind === 'q')?.energy_cost;
  const facts = [
    ['Element', <ElementName key="e" name={element} />],
    ['Weapon', weapon],
    [
      'Rarity',
      rarity && (
        <span key="r" role="img" aria-label={`${rarity} stars`}>
          {'★'.repeat(rarity)}
        </span>
      ),
    ],
    ['Ascension stat', character.ascension_stat?.replace('%', '')],
    ['Energy cost', cost],
    [
      'Evidence',
      vault && (
        <a key="v" href={vault.route}>
          {countOf(vault)}
        </a>
      ),
    ],
  ] as const;
  return (
    <div className="identity">
      <svg className="medallion" viewBox="0 0 96 96" aria-hidden="true">
        <circle className="medallion-ground" cx="48" cy="48" r="45" />
        <circle className="medallion-ring" cx="48" cy="48" r="45" />
        <text x="48" y="59">
          {name.slice(0, 2)}
        </text>
      </svg>
      <dl className="facts">
        {facts.map(([term, value]) =>
          value === undefined ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
