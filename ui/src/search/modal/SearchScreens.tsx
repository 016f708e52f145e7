import { translate } from '../../lib/text/translate';
import type { History } from '../history';
import { failureTexts, figureText, suggestionsOf } from '../messages';
import type { ChoicesProps } from '../types';
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
};

/** What the dialog shows below its field: history, hits, a failure, or suggestions where nothing matches. */
export function SearchScreens(props: SearchScreensProps) {
  const { asked, settings, answer, failure, shown, history, onHistoryChange, onSuggest } = props;
  const isEmpty = asked !== '' && !failure && answer !== null && answer.hits.length === 0 && !answer.figure;
  return (
    <div className="sx-body">
      {asked === '' && <StartScreen history={history} {...shown} onChange={onHistoryChange} />}
      {failure && <FailedScreen failure={failure} />}
      {isEmpty && (
        <NothingScreen
          query={answer.query}
          unknown={answer.unknown.map(({ word }) => word)}
          suggestions={suggestionsOf(answer).slice(0, 3)}
          feedbackUrl={settings?.feedbackUrl ?? null}
          onSuggest={onSuggest}
        />
      )}
      {asked !== '' && !failure && answer && (answer.figure || answer.hits.length > 0) && (
        <AnswerList figure={answer.figure} hits={answer.hits} {...shown} />
      )}
    </div>
  );
}

/** a11y: announced when it changes. */
export function statusOf(asked: string, { failure, answer }: AnswerState): string {
  if (failure) return failureTexts(failure)[0];
  if (asked === '' || answer === null) return '';
  const count = translate('theme.SearchModal.status', 'Results: {count}', { count: answer.found });
  return answer.figure ? `${figureText(answer.figure)} ${count}` : count;
}
