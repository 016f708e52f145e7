import { Icon } from '../../elements/Icon';
import { translate } from '../../lib/text/translate';
import { savedNames, type History } from '../history';
import type { Choice, ChoicesProps } from '../types';
import { intoView } from './intoView';

export type SavedSearchRowProps = Pick<ChoicesProps, 'onChoose'> & {
  choice: Choice;
  isCurrent: boolean;
  /** Whether the row is a recent search, and not a favorite. */
  isRecent: boolean;
  history: History;
  onPoint: () => void;
  /** A list has changed. */
  onChange: () => void;
};

/** A recent or favorite search, with the buttons that move it between the lists. */
export function SavedSearchRow({ choice, isCurrent, isRecent, history, ...on }: SavedSearchRowProps) {
  const { saved } = choice;
  const names = savedNames(saved);
  const act = (change: () => void) => () => {
    change();
    on.onChange();
  };
  const saveLabel = translate('theme.SearchModal.startScreen.saveRecentSearchButtonTitle', 'Save this search');
  const removeLabel = isRecent
    ? translate('theme.SearchModal.startScreen.removeRecentSearchButtonTitle', 'Remove this search from history')
    : translate('theme.SearchModal.startScreen.removeFavoriteSearchButtonTitle', 'Remove this search from favorites');
  return (
    <li className="sx-row">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and handles keys (`aria-activedescendant`). */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles keys (`aria-activedescendant`). */}
      <div
        role="option"
        id={choice.id}
        className="sx-hit"
        aria-selected={isCurrent}
        ref={isCurrent ? intoView : null}
        onClick={(event) => on.onChoose(saved, event)}
        onMouseMove={on.onPoint}
      >
        <Icon name={isRecent ? 'retry' : 'document'} />
        <span className="sx-text">
          <span className="sx-title">{names.at(-1)}</span>
          <span className="sx-path">{names.slice(0, -1).join(' › ')}</span>
        </span>
      </div>
      {isRecent && (
        <button type="button" className="ib" aria-label={saveLabel} onClick={act(() => history.addFavorite(saved))}>
          <span aria-hidden="true">☆</span>
        </button>
      )}
      <button
        type="button"
        className="ib"
        aria-label={removeLabel}
        onClick={act(() => (isRecent ? history.removeRecent(saved) : history.removeFavorite(saved)))}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
