import { Icon } from '../../elements/Icon';
import { translate } from '../../lib/text/translate';
import { intoView } from './AnswerList';
import { savedNames, type History } from '../history';
import type { ChoicesProps } from '../types';

export type StartScreenProps = ChoicesProps & {
  history: History | null;
  /** A list has changed. */
  onChange: () => void;
};

/** What was followed before. a11y: the listbox owns the options, so that the buttons can stand beside them. */
export function StartScreen({ history, choices, current, onChoose, onPoint, onChange }: StartScreenProps) {
  if (!history) return null;
  if (choices.length === 0)
    return (
      <p className="sx-note">{translate('theme.SearchModal.startScreen.noRecentSearchesText', 'No recent searches')}</p>
    );
  const count = history.recent.length;
  const row = (index: number, isRecent: boolean) => {
    const choice = choices[index];
    if (!choice) return null;
    const { saved } = choice;
    const names = savedNames(saved);
    const act = (change: () => void) => () => {
      change();
      onChange();
    };
    const keep = translate('theme.SearchModal.startScreen.saveRecentSearchButtonTitle', 'Save this search');
    const forget = isRecent
      ? translate('theme.SearchModal.startScreen.removeRecentSearchButtonTitle', 'Remove this search from history')
      : translate('theme.SearchModal.startScreen.removeFavoriteSearchButtonTitle', 'Remove this search from favorites');
    return (
      <li className="sx-row" key={choice.id}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and handles keys (`aria-activedescendant`). */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles keys (`aria-activedescendant`). */}
        <div
          role="option"
          id={choice.id}
          className="sx-hit"
          aria-selected={choice === current}
          ref={choice === current ? intoView : null}
          onClick={(event) => onChoose(saved, event)}
          onMouseMove={() => onPoint(index)}
        >
          <Icon name={isRecent ? 'retry' : 'document'} />
          <span className="sx-text">
            <span className="sx-title">{names.at(-1)}</span>
            <span className="sx-path">{names.slice(0, -1).join(' › ')}</span>
          </span>
        </div>
        {isRecent && (
          <button type="button" className="ib" aria-label={keep} onClick={act(() => history.keep(saved))}>
            <span aria-hidden="true">☆</span>
          </button>
        )}
        <button
          type="button"
          className="ib"
          aria-label={forget}
          onClick={act(() => (isRecent ? history.forget(saved) : history.drop(saved)))}
        >
          <Icon name="close" />
        </button>
      </li>
    );
  };
  const part = (title: string, first: number, end: number, isRecent: boolean) =>
    end > first && (
      <section>
        <h2 className="sx-part">{title}</h2>
        <ul role="list">{choices.slice(first, end).map((_, index) => row(first + index, isRecent))}</ul>
      </section>
    );
  return (
    <>
      <div
        role="listbox"
        id="search-choices"
        aria-label={translate('theme.SearchModal.startScreen.recentSearchesTitle', 'Recent')}
        aria-owns={choices.map(({ id }) => id).join(' ')}
      />
      {part(translate('theme.SearchModal.startScreen.recentSearchesTitle', 'Recent'), 0, count, true)}
      {part(translate('theme.SearchModal.startScreen.favoriteSearchesTitle', 'Favorite'), count, choices.length, false)}
    </>
  );
}
