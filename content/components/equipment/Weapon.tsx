import '../claims/claims.css';
import { Statements } from '../claims/lib/Statements';
import '../entity.css';
import { MARK } from '../levels/lib/columns';
import Sliders from '../levels/Sliders';
import { formatNumber } from '../lib/format';
import { storageName } from '../levels/lib/storedNumber';
import { Island } from '../lib/Island';
import type { PassiveEffect, WeaponData } from '../lib/types';
import { ScrollTable } from '../tables/lib/ScrollTable';
import { refinementValues, substatValue, weaponSteps } from './lib/weapon';

/** Rendered at build; its interactive parts are islands. */
export const interactive = false;

export type WeaponProps = { weapon: WeaponData; effects?: PassiveEffect };

const RANKS = ['R1', 'R2', 'R3', 'R4', 'R5'];

type ChoiceTableProps = {
  label: string;
  choice: { storageKey: string; label: string };
  columns: string[];
  initial: number;
  rows: [string, string[]][];
};

/** A table whose columns a slider picks. */
function ChoiceTable({ label, choice, columns, initial, rows }: ChoiceTableProps) {
  const mark = (at: number) => (at + 1 === initial ? MARK : undefined);
  return (
    <Island
      name="Sliders"
      of={Sliders}
      hydrateOn="use"
      stored={storageName(choice.storageKey)}
      props={{ choice: { ...choice, columns, initial } }}
    >
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

/** One weapon: what its passive does, its stats by level and the figures of its refinements. */
export default function Weapon({ weapon, effects }: WeaponProps) {
  const { name, substat, refinement } = weapon;
  const steps = weaponSteps(weapon);
  const stats: [string, string[]][] = [['Base ATK', steps.map((step) => formatNumber(step.atk))]];
  stats.push(['of it by ascension', steps.map((step) => formatNumber(step.added, 1))]);
  if (substat)
    stats.push([substat.stat.replace('%', ''), steps.map((step) => substatValue(substat.stat, step.substat ?? 0))]);
  const params = refinement?.params ?? [];
  return (
    <>
      {refinement && (
        <p className="claim-term">
          Passive: <strong>{refinement.name}</strong>
        </p>
      )}
      <Statements statements={effects?.text ?? []} />
      <ChoiceTable
        label={`${name} by level`}
        choice={{ storageKey: 'weapon-level', label: 'Level' }}
        columns={steps.map((step) => step.level)}
        initial={steps.length}
        rows={stats}
      />
      {params.length > 0 && (
        <ChoiceTable
          label={`${name} by refinement`}
          choice={{ storageKey: 'refinement', label: 'Refinement' }}
          columns={RANKS}
          initial={1}
          rows={params.map((param) => [param.label ?? 'Value', refinementValues(param)])}
        />
      )}
    </>
  );
}
