import { translate } from '../../lib/text/translate';
import type { History } from '../history';
import type { ChoicesProps } from '../types';
import { SavedSearchRow } from './SavedSearchRow';

export type StartScreenProps = ChoicesProps & {
  history: History | null;
  /** A list has changed. */
  onChange: () => void;
};

/** What was followed before. a11y: the listbox owns the options, so that the buttons can be beside them. */
export function StartScreen({ history, choices, current, onChoose, onPoint, onChange }: StartScreenProps) {
  if (!history) return null;
  if (choices.length === 0)
    return (
      <p className="sx-note">{translate('theme.SearchModal.startScreen.noRecentSearchesText', 'No recent searches')}</p>
    );
  const count = history.recent.length;
  const section = (title: string, first: number, end: number, isRecent: boolean) =>
    end > first && (
      <section>
        <h2 className="sx-part">{title}</h2>
        <ul role="list">
          {choices.slice(first, end).map((choice, index) => (
            <SavedSearchRow
              key={choice.id}
              {...{ choice, history, isRecent, onChoose, onChange }}
              isCurrent={choice === current}
              onPoint={() => onPoint(first + index)}
            />
          ))}
        </ul>
      </section>
    );
  const recent = translate('theme.SearchModal.startScreen.recentSearchesTitle', 'Recent');
  const favorite = translate('theme.SearchModal.startScreen.favoriteSearchesTitle', 'Favorite');
  return (
    <>
      <div role="listbox" id="search-choices" aria-label={recent} aria-owns={choices.map(({ id }) => id).join(' ')} />
      {section(recent, 0, count, true)}
      {section(favorite, count, choices.length, false)}
    </>
  );
}
