import { useRef, useState } from 'react';
import type { HitState } from '../hitState';
import { PresetFields, type Chosen } from './PresetFields';
import { fieldsOf, isComplete, refill, type Picks } from './picks';
import { usePresetIndex } from './usePresets';
import { LoadError } from '../LoadError';

export type PresetPanelProps = { state: HitState; change: (part: Partial<HitState>) => void };

const NOTHING: Chosen = { slug: '', picks: null };

/** What a pick decides: states that differ in it come from different picks. */
const markOf = ({ filled, stat, base, weapon, talent, level }: HitState) =>
  JSON.stringify([filled, stat, base, weapon, talent, level]);

/** The reader's picks, which go back with the fields on Undo and Reset. */
function useChosen(state: HitState): [Chosen, (chosen: Chosen) => void, (after: HitState, chosen: Chosen) => void] {
  const [chosen, setChosen] = useState(NOTHING);
  const mark = markOf(state);
  const [shown, setShown] = useState(mark);
  const earlier = useRef(new Map<string, Chosen>());
  if (shown !== mark) {
    setShown(mark);
    const known = state.filled === '' ? NOTHING : earlier.current.get(mark);
    if (known) setChosen(known);
  }
  return [chosen, setChosen, (after, own) => void earlier.current.set(markOf(after), own)];
}

/** The picks, which fill the calculator's fields in. */
export function PresetPanel({ state, change }: PresetPanelProps) {
  const { data: index, hasFailed, retry } = usePresetIndex();
  const [chosen, setChosen, keep] = useChosen(state);
  const pick = (picks: Picks) => {
    const own = { slug: chosen.slug, picks };
    setChosen(own);
    if (!isComplete(picks)) return;
    const part = refill(state, fieldsOf(picks));
    keep({ ...state, ...part }, own);
    change(part);
  };
  if (!index)
    return hasFailed ? <LoadError what="The figures" retry={retry} /> : <p role="status">Loading the figures …</p>;
  return (
    <>
      <PresetFields
        index={index}
        chosen={chosen}
        onCharacter={(slug) => setChosen({ ...chosen, slug })}
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
