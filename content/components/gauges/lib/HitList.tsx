import { Field } from '../../lib/Field';
import { SIZES, TRIGGERS } from './gauge';
import { Select } from '../../lib/Select';
import type { Application } from './target';
import { MAX_HITS, nextHit } from './timeline';
import { toNumber } from '../../lib/toolState';

export type HitListProps = { hits: Application[]; onChange: (hits: Application[]) => void };

const ELEMENTS = TRIGGERS.map((value) => ({ value, label: value }));
const GAUGES = SIZES.map((size) => ({ value: String(size), label: `${size}U` }));

/** The applications as rows to change, take away and add. */
export function HitList({ hits, onChange }: HitListProps) {
  const change = (at: number, part: Partial<Application>) =>
    onChange(hits.map((hit, i) => (i === at ? { ...hit, ...part } : hit)));
  return (
    <>
      <ol className="hits" role="list">
        {hits.map(({ element, units, time }, at) => (
          <li key={at} data-element={element.toLowerCase()}>
            <fieldset>
              <legend className="visually-hidden">{`Application ${at + 1}`}</legend>
              <Select
                label="Element"
                value={element}
                options={ELEMENTS}
                onChange={(value) => change(at, { element: value })}
              />
              <Select
                label="Gauge"
                value={String(units)}
                options={GAUGES}
                onChange={(value) => change(at, { units: Number(value) })}
              />
              <Field
                label="Time"
                unit="s"
                value={String(time)}
                min={0}
                max={120}
                step={0.1}
                onChange={(value) => change(at, { time: toNumber(value, 0, 120) })}
              />
              <button type="button" className="tool-button" onClick={() => onChange(hits.filter((_, i) => i !== at))}>
                <span aria-hidden="true">×</span>
                <span className="visually-hidden">{`Remove application ${at + 1}`}</span>
              </button>
            </fieldset>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="tool-button"
        disabled={hits.length >= MAX_HITS}
        onClick={() => onChange([...hits, nextHit(hits)])}
      >
        Add an application
      </button>
    </>
  );
}
