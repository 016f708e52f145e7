import type { HitState } from '../hitState';
import { packPicks, readChoice, writeChoice } from './pickState';
import { PresetFields } from './PresetFields';
import { fieldsOf, isComplete, refill, type Picks } from './picks';
import { usePresetIndex } from './usePresets';
import { LoadError } from '../LoadError';

export type PresetPanelProps = {
  state: HitState;
  change: (part: Partial<HitState>) => void;
  /** Changes what is no step to undo. */
  note: (part: Partial<HitState>) => void;
};

/** The picks, which fill the calculator's fields in. */
export function PresetPanel({ state, change, note }: PresetPanelProps) {
  const { data: index, hasFailed, retry } = usePresetIndex();
  const choice = readChoice(state.pick);
  const pick = (picks: Picks) => {
    const chosen = packPicks(choice.who, picks);
    if (isComplete(picks)) change({ ...refill(state, fieldsOf(picks)), pick: chosen });
    else note({ pick: chosen });
  };
  if (!index)
    return hasFailed ? <LoadError what="The figures" retry={retry} /> : <p role="status">Loading the figures …</p>;
  return (
    <>
      <PresetFields
        index={index}
        choice={choice}
        onCharacter={(who) => note({ pick: writeChoice({ ...choice, who, hit: '' }) })}
        onPick={pick}
      />
      <p>
        What a hit counts as and its element are those of the character’s page, without an infusion; where the page does
        not state them, choose them yourself. The stats of artifacts are not included, apart from the bonus of two
        pieces: add them to the fields below. What you add stays when you pick something else.
      </p>
    </>
  );
}
