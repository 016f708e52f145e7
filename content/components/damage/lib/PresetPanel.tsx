import { useRef } from 'react';
import type { HitState } from './hitState';
import { PresetFields } from './PresetFields';
import { fieldsOf, refill, type Filled, type Picks } from './presets';
import { usePresetIndex } from './usePresets';

export type PresetPanelProps = { state: HitState; change: (part: Partial<HitState>) => void };

/** The picks, which fill the calculator's fields in. */
export function PresetPanel({ state, change }: PresetPanelProps) {
  const { data: index, hasFailed } = usePresetIndex();
  const filled = useRef<Filled | null>(null);
  const onPick = (picks: Picks) => {
    const next = fieldsOf(picks);
    change(refill(state, filled.current, next));
    filled.current = next;
  };
  if (!index) return <p role="status">{hasFailed ? 'The figures could not be loaded.' : 'Loading the figures …'}</p>;
  return (
    <>
      <PresetFields index={index} onPick={onPick} />
      <p>
        The stats of artifacts are not included, apart from the bonus of two pieces: add them to the fields below. What
        you add stays when you pick something else.
      </p>
    </>
  );
}
