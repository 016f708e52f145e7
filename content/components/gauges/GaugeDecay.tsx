import '../entity.css';
import '../tools.css';
import { formatRounded } from '../lib/arithmetic';
import { Chips } from '../lib/Chips';
import { Icon } from '../lib/icons';
import { DecayPlot } from './lib/DecayPlot';
import { DecayTable } from './lib/DecayTable';
import { DECAY_DEFAULTS, decayOf } from './lib/decayState';
import { life, secondsPerUnit, SIZES, STAYING, taxed } from './lib/gauge';
import { Tool } from '../lib/Tool';
import { useReady, useToolState } from '../lib/toolState';

export const interactive = true;

const ELEMENTS = STAYING.map((value) => ({ value, label: value }));
const COMMON = SIZES.map((size) => ({ value: String(size), label: `${size}U` }));

/** The decay of an aura; the reader drags its gauge and picks its element. */
export default function GaugeDecay() {
  const [state, change] = useToolState(DECAY_DEFAULTS);
  const isReady = useReady();
  const { element, units } = decayOf(state);
  const figure = (value: number) => formatRounded(value);
  return (
    <div data-element={element.toLowerCase()}>
      <Tool title="Decay of an aura" onReset={() => change(DECAY_DEFAULTS)}>
        <div className="tool-row">
          <Chips
            legend="Element"
            value={element}
            options={ELEMENTS}
            Icon={Icon}
            onChange={(value) => change({ element: value })}
          />
          <Chips legend="Gauge" value={String(units)} options={COMMON} onChange={(gauge) => change({ gauge })} />
        </div>
        <DecayPlot units={units} isReady={isReady} onChange={(gauge) => change({ gauge: String(gauge) })} />
        <output className="tool-result">
          <span>{`${figure(units)}U of ${element} leaves ${figure(taxed(units))}U, fades at ${figure(secondsPerUnit(units))}s per unit and is gone after`}</span>
          <strong>{`${figure(life(units))}s`}</strong>
        </output>
        <DecayTable units={units} element={element} />
      </Tool>
    </div>
  );
}
