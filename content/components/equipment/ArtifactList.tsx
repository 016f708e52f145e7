import '../entity.css';
import { statText } from './lib/artifact';
import { Filtered } from '../tables/lib/Filtered';
import { filterKeys, optionsOf } from '../tables/lib/filters';
import { ScrollTable } from '../tables/lib/ScrollTable';
import type { ArtifactSetData } from '../lib/types';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type ArtifactListProps = { sets: Record<string, ArtifactSetData> };

/** All artifact sets in one table, each a link to its heading, to be found by rarity, stat and name. */
export default function ArtifactList({ sets }: ArtifactListProps) {
  const rows = Object.entries(sets)
    .map(([key, set]) => ({ key, set, stats: set.bonuses.flatMap(({ stats }) => stats.map(({ stat }) => stat)) }))
    .sort((a, b) => b.set.rarity - a.set.rarity || (a.set.name < b.set.name ? -1 : 1));
  const groups = [
    { name: 'rarity', label: 'Rarity', options: optionsOf(rows.map(({ set }) => String(set.rarity))) },
    { name: 'stat', label: 'Stat', options: optionsOf(rows.flatMap(({ stats }) => stats)) },
  ];
  const bonus = (set: ArtifactSetData, pieces: (count: number) => boolean) =>
    set.bonuses
      .filter((one) => pieces(one.pieces))
      .flatMap(({ stats }) => stats.map(statText))
      .join(', ') || '\u2013';
  return (
    <Filtered noun="sets" total={rows.length} groups={groups} isComparable>
      <ScrollTable label="All artifact sets" className="pin full" isTall>
        <thead>
          <tr>
            {['Set', 'Rarity', 'Up to two pieces', 'Four pieces'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, set, stats }) => (
            <tr key={key} {...filterKeys([set.rarity, stats.filter(Boolean).join(', ')])}>
              <th scope="row">
                <a href={`#${key}`}>{set.name}</a>
              </th>
              <td>{`${set.rarity}★`}</td>
              <td>{bonus(set, (pieces) => pieces < 4)}</td>
              <td>{bonus(set, (pieces) => pieces >= 4)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Filtered>
  );
}
