import '../entity.css';
import { MARK } from '../levels/lib/columns';
import { formatNumber } from '../lib/format';
import { Island } from '../lib/Island';
import { ScrollTable } from '../tables/lib/ScrollTable';
import { refinementValues, substatValue, weaponSteps } from './lib/weapon';
import type { WeaponData } from '../lib/types';
import Sliders from '../levels/Sliders';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type WeaponProps = { weapon: WeaponData };

const RANKS = ['R1', 'R2', 'R3', 'R4', 'R5'];

type ChoiceTableProps = {
  label: string;
  choice: { kept: string; label: string };
  columns: string[];
  initial: number;
  rows: [string, string[]][];
};

/** A table whose columns a slider picks. */
function ChoiceTable({ label, choice, columns, initial, rows }: ChoiceTableProps) {
  const mark = (at: number) => (at + 1 === initial ? MARK : undefined);
  return (
    <Island name="Sliders" of={Sliders} props={{ choice: { ...choice, columns, initial } }}>
      <ScrollTable label={label} className="figures pin dense full">
        <thead>
          <tr>
            <th scope="col">{choice.label}</th>
            {columns.map((column, at) => (
              <th key={at} scope="col" className={mark(at)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, cells], i) => (
            <tr key={i}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={at} className={mark(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Island>
  );
}

/** One weapon: its stats by level and the figures of its refinements. */
export default function Weapon({ weapon }: WeaponProps) {
  const { name, substat, refinement } = weapon;
  const steps = weaponSteps(weapon);
  const stats: [string, string[]][] = [['Base ATK', steps.map((step) => formatNumber(step.atk))]];
  stats.push(['of it by ascension', steps.map((step) => formatNumber(step.added, 1))]);
  if (substat)
    stats.push([substat.stat.replace('%', ''), steps.map((step) => substatValue(substat.stat, step.substat ?? 0))]);
  const params = refinement?.params ?? [];
  return (
    <>
      <ChoiceTable
        label={`${name} by level`}
        choice={{ kept: 'weapon-level', label: 'Level' }}
        columns={steps.map((step) => step.level)}
        initial={steps.length}
        rows={stats}
      />
      {refinement && (
        <dl className="facts">
          <div>
            <dt>Passive</dt>
            <dd>{refinement.name}</dd>
          </div>
          {refinement.fixed.length > 0 && (
            <div>
              <dt>Also mentions</dt>
              <dd>{refinement.fixed.join(', ')}</dd>
            </div>
          )}
        </dl>
      )}
      {params.length > 0 && (
        <ChoiceTable
          label={`${name} by refinement`}
          choice={{ kept: 'refinement', label: 'Refinement' }}
          columns={RANKS}
          initial={1}
          rows={params.map((param) => [param.near ?? 'Value', refinementValues(param)])}
        />
      )}
    </>
  );
}
