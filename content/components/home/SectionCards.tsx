import '../entity.css';
import { comparedRows } from '../enemies/lib/comparison';
import { SectionIcon, type SectionIconName } from './lib/sectionIcons';
import type { Character, Enemy, Entry } from '../lib/types';

export type SectionCardsProps = {
  /** The data that the cards count. */
  characters: Record<string, Character>;
  weapons: Record<string, { weapons: Record<string, unknown> }>;
  artifacts: { sets: Record<string, unknown> };
  enemies: Record<string, Enemy>;
  evidence: Record<string, { entries: Record<string, Entry> }>;
};

type Section = { href: string; icon: SectionIconName; title: string; text: string };

const sizeOf = (entries: Record<string, unknown>) => Object.keys(entries).length;

const total = <T,>(files: Record<string, T>, count: (file: T) => number) =>
  Object.values(files).reduce((sum, file) => sum + count(file), 0);

function sectionsOf({ characters, weapons, artifacts, enemies, evidence }: SectionCardsProps): Section[] {
  const weaponCount = total(weapons, (file) => sizeOf(file.weapons));
  const enemyCount = comparedRows(Object.values(enemies)).length;
  const entryCount = total(evidence, (file) => sizeOf(file.entries)).toLocaleString('en');
  return [
    {
      href: '/characters',
      icon: 'characters',
      title: 'Characters',
      text: `Stats, talents and frames on ${sizeOf(characters)} pages`,
    },
    {
      href: '/equipment',
      icon: 'equipment',
      title: 'Equipment',
      text: `${weaponCount} weapons and ${sizeOf(artifacts.sets)} artifact sets`,
    },
    { href: '/enemy-data', icon: 'enemies', title: 'Enemy Data', text: `Resistances and HP of ${enemyCount} enemies` },
    {
      href: '/evidence',
      icon: 'evidence',
      title: 'Evidence Vault',
      text: `${entryCount} entries with the tests behind the figures`,
    },
    {
      href: '/combat-mechanics',
      icon: 'mechanics',
      title: 'Combat Mechanics',
      text: 'Damage, reactions, gauges, cooldowns, frames',
    },
    {
      href: '/general-mechanics',
      icon: 'world',
      title: 'General Mechanics',
      text: 'Attributes, movement, the open world, wishes',
    },
    {
      href: '/resources',
      icon: 'tools',
      title: 'Resources',
      text: 'Compendiums in one table each, calculators and tools',
    },
    { href: '/tcg', icon: 'cards', title: 'TCG Library', text: 'Rules and cards of the card game' },
  ];
}

/** The library's sections as cards, with what each holds. */
export default function SectionCards(props: SectionCardsProps) {
  return (
    <div className="cards">
      {sectionsOf(props).map(({ href, icon, title, text }) => (
        <article key={href} className="card plain">
          <a href={href}>
            <span className="tile">
              <SectionIcon name={icon} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </a>
        </article>
      ))}
    </div>
  );
}
