import type { RefObject } from 'react';
import { Icon } from '../../elements/Icon';
import { translate } from '../../lib/text/translate';
import { MAX_QUERY_LENGTH } from '../limits';

export type SearchFieldProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  query: string;
  hasChoices: boolean;
  /** The id of the current choice. */
  currentId: string | undefined;
  onChange: (query: string) => void;
};

/** a11y: a combobox; it keeps the focus while arrow keys move through the choices. */
export function SearchField({ inputRef, query, hasChoices, currentId, onChange }: SearchFieldProps) {
  return (
    <div className="sx-bar">
      <Icon name="search" />
      <input
        ref={inputRef}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasChoices}
        aria-controls="search-choices"
        aria-activedescendant={currentId}
        aria-label={translate('theme.SearchModal.placeholder', 'Search docs')}
        placeholder={translate('theme.SearchModal.placeholder', 'Search docs')}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_QUERY_LENGTH}
        value={query}
        onChange={(event) => onChange(event.target.value)}
      />
      {query !== '' && (
        <button
          type="button"
          className="ib"
          aria-label={translate('theme.SearchModal.searchBox.resetButtonTitle', 'Clear the query')}
          onClick={() => onChange('')}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
