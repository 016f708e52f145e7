import { useState } from 'react';
import type { HitState } from './hitState';
import { PresetFields } from './PresetFields';
import { fieldsOf, isComplete, refill } from './presets';
import { usePresetIndex } from './usePresets';
import { LoadError } from './LoadError';

export type PresetPanelProps = { state: HitState; change: (part: Partial<HitState>) => void };

/** The picks, which fill the calculator's fields in. */
export function PresetPanel({ state, change }: PresetPanelProps) {
  const { data: index, hasFailed, retry } = usePresetIndex();
  const isFilled = state.filled !== '';
  const [wasFilled, setWasFilled] = useState(isFilled);
  const [resets, setResets] = useState(0);
  if (wasFilled !== isFilled) {
    setWasFilled(isFilled);
    // Reset and Undo take the fields back: the next pick must not bring the old ones again.
    if (!isFilled) setResets(resets + 1);
  }
  if (!index)
    return hasFailed ? <LoadError what="The figures" retry={retry} /> : <p role="status">Loading the figures …</p>;
  return (
    <>
      <PresetFields
        key={resets}
        index={index}
        onPick={(picks) => isComplete(picks) && change(refill(state, fieldsOf(picks)))}
      />
      <p>
        What a hit counts as and its element are those of the character’s page, without an infusion; where the page does
        not state them, choose them yourself. The stats of artifacts are not included, apart from the bonus of two
        pieces: add them to the fields below. What you add stays when you pick something else.
      </p>
    </>
  );
}
