import { useRef } from 'react';
import { translate } from '../../lib/text/translate';
import type { History } from '../history';
import { FigureBox } from '../FigureBox';
import { figureText } from '../messages';
import type { Answer, ChoicesProps } from '../types';
import { AnswerList } from './AnswerList';
import { FailedScreen, NothingScreen } from './screens';
import { StartScreen } from './StartScreen';
import type { AnswerState } from './useAnswer';

export type SearchScreensProps = AnswerState & {
  /** The trimmed query. */
  asked: string;
  shown: ChoicesProps;
  history: History | null;
  onHistoryChange: () => void;
  onSuggest: (query: string) => void;
  onClose: () => void;
};

/** What the dialog shows below its field: history, hits, a failure, or suggestions where nothing matches. */
export function SearchScreens(props: SearchScreensProps) {
  const { asked, settings, answer, failed, shown, history, onHistoryChange, onSuggest, onClose } = props;
  // Suggestions are sections of the last answer that had hits.
  const sections = useRef<string[]>([]);
  if (answer && answer.hits.length > 0)
    sections.current = [...new Set(answer.hits.map((hit) => hit.levels[0] ?? ''))].filter(Boolean);
  const isEmpty = asked !== '' && !failed && answer !== null && answer.hits.length === 0 && !answer.figure;
  return (
    <div className="sx-body">
      {asked === '' && <StartScreen history={history} {...shown} onChange={onHistoryChange} />}
      {failed && <FailedScreen />}
      {asked !== '' && !failed && answer?.figure && (
        <FigureBox figure={answer.figure} externalUrlRegex={settings?.externalUrlRegex ?? null} onFollow={onClose} />
      )}
      {isEmpty && (
        <NothingScreen
          query={answer.query}
          unknown={answer.unknown.map(({ word }) => word)}
          suggestions={suggestionsOf(answer.unknown, sections.current)}
          feedbackUrl={settings?.feedbackUrl ?? null}
          onSuggest={onSuggest}
        />
      )}
      {asked !== '' && !failed && answer && answer.hits.length > 0 && <AnswerList hits={answer.hits} {...shown} />}
    </div>
  );
}

/** The terms nearest to the words that nothing has; else sections of the last hits. */
function suggestionsOf(unknown: Answer['unknown'], sections: readonly string[]): readonly string[] {
  const nearest = unknown.flatMap((word) => word.nearest);
  return (nearest.length > 0 ? nearest : sections).slice(0, 3);
}

/** a11y: announced when it changes. */
export function statusOf(asked: string, { failed, answer }: AnswerState): string {
  if (failed) return translate('theme.SearchModal.errorScreen.titleText', 'Unable to fetch results');
  if (asked === '' || answer === null) return '';
  const count = translate('theme.SearchModal.status', 'Results: {count}', { count: answer.found });
  return answer.figure ? `${figureText(answer.figure)} ${count}` : count;
}
