import { useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { figureToSaved, openHistory, toSaved, type History, type SavedHit } from '../history';
import { parseHitUrl } from '../hits';
import type { Choice, ChoicesProps, SearchContext } from '../types';
import type { AnswerState } from './useAnswer';

export type Choices = {
  shown: ChoicesProps;
  history: History | null;
  /** Selects the choice `step` places away, round the ends. */
  move: (step: 1 | -1) => void;
  /** Selects the first choice. */
  reset: () => void;
  onHistoryChange: () => void;
};

/** The figure and the hits, or the history while the query is empty; one of them is current. */
export function useChoices(
  { settings, answer }: AnswerState,
  asked: string,
  context: SearchContext,
  onClose: () => void,
): Choices {
  const [chosen, setChosen] = useState(0);
  const [, rerender] = useState(0);
  const history = useMemo(() => (settings ? openHistory(settings.collection) : null), [settings]);
  const answered = [...(answer?.figure ? [figureToSaved(answer.figure)] : []), ...(answer?.hits.map(toSaved) ?? [])];
  const listed = asked === '' ? [...(history?.recent ?? []), ...(history?.favorite ?? [])] : answered;
  const choices: Choice[] = listed.map((saved, index) => ({ id: `search-choice-${index}`, saved }));
  const current = choices[Math.min(chosen, choices.length - 1)];
  const onChoose = (saved: SavedHit, event: MouseEvent | KeyboardEvent) => {
    history?.addRecent(saved);
    const { href, external } = parseHitUrl(saved.url, settings?.externalUrlRegex ?? null);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return void window.open(href, '_blank', 'noopener');
    onClose();
    if (external) window.location.assign(href);
    else context.navigate(href);
  };
  return {
    shown: { choices, current, onChoose, onPoint: setChosen },
    history,
    move: (step) => {
      const last = choices.length - 1;
      setChosen((at) => (last < 0 ? 0 : (Math.min(at, last) + step + choices.length) % choices.length));
    },
    reset: () => setChosen(0),
    onHistoryChange: () => rerender((count) => count + 1),
  };
}
