import type { KeyboardEvent } from 'react';
import { translate } from '../../lib/text/translate';
import { loadSearch } from '../../search/lazySearch';
import { Icon } from '../../elements/Icon';

export type SearchButtonProps = {
  /** Opens the search; `text` is the character that was typed while the button had the focus. */
  onSearch: (text?: string) => void;
};

/** Opens the search. a11y: CSS adds the key hint, so that it is not part of the accessible name. */
export function SearchButton({ onSearch }: SearchButtonProps) {
  const label = translate('theme.SearchBar.label', 'Search');
  // Loads the code on hover or focus; a failure shows when the modal opens.
  const prepare = () => void loadSearch().catch(() => {});
  const onKeyDown = (event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (!isModified && /^[\p{L}\p{N}]$/u.test(event.key)) {
      event.preventDefault();
      onSearch(event.key);
    }
  };
  return (
    <button
      type="button"
      className="sbtn js"
      aria-label={label}
      aria-keyshortcuts="Control+K"
      onClick={() => onSearch()}
      onKeyDown={onKeyDown}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon name="search" />
      <span aria-hidden="true">{label}</span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: `kbd` takes no focus. */}
      <kbd aria-hidden="true" data-keys="Ctrl K" />
    </button>
  );
}
