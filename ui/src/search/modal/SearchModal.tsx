import { useState } from 'react';
import { translate } from '../../lib/text/translate';
import type { SearchText } from '../../lib/start/searchText';
import type { SearchContext } from '../types';
import { ModalFooter } from './ModalFooter';
import { SearchField } from './SearchField';
import { SearchScreens, statusOf } from './SearchScreens';
import { onSearchKey } from './searchKeys';
import { useAnswer } from './useAnswer';
import { useChoices } from './useChoices';
import { useSearchDialog } from './useSearchDialog';

export type SearchModalProps = {
  context: SearchContext;
  /** The first text of the field: what was typed before the dialog opened, or was selected on the page. */
  typed: SearchText;
  onClose: () => void;
};

export function SearchModal({ context, typed, onClose }: SearchModalProps) {
  const [query, setQuery] = useState(typed.text);
  const { dialog, input } = useSearchDialog(typed);
  const asked = query.trim();
  const state = useAnswer(context, query);
  const { settings, answer } = state;
  const { shown, history, move, reset, onHistoryChange } = useChoices(state, asked, context, onClose);
  const change = (next: string) => {
    setQuery(next);
    reset();
    input.current?.focus();
  };
  return (
    <dialog
      ref={dialog}
      className="sx"
      aria-label={translate('theme.SearchBar.label', 'Search')}
      aria-modal="true"
      onKeyDown={(event) => {
        const follow = () => shown.current && shown.onChoose(shown.current.saved, event);
        onSearchKey(event, dialog.current, input.current, { close: onClose, move, follow });
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sx-in">
        <SearchField
          inputRef={input}
          query={query}
          hasChoices={shown.choices.length > 0}
          currentId={shown.current?.id}
          onChange={change}
        />
        <SearchScreens {...state} {...{ asked, shown, history, onHistoryChange }} onSuggest={change} />
        {answer && answer.hits.length > 0 && asked !== '' && context.site.search && (
          <a className="sx-all" href={`${context.site.search}?q=${encodeURIComponent(answer.query)}`} onClick={onClose}>
            {translate('theme.SearchBar.seeAll', 'See all {count} results', { count: answer.found })}
          </a>
        )}
        <ModalFooter engine={settings?.engine ?? 'embedded'} />
        <div role="status" className="vh">
          {statusOf(asked, state)}
        </div>
      </div>
    </dialog>
  );
}
