import { translate } from '../../lib/text/translate';
import { loadSearch } from '../../search/lazySearch';
import { Icon } from '../../elements/Icon';

export type SearchButtonProps = {
  /** The address of the search page. */
  href: string;
  onSearch: () => void;
};

/**
 * Opens the search; letters do, too (`lib/start/earlyInput.ts`).
 * Without script a link leads to the search page, which needs none.
 * a11y: CSS adds the key hint, so that it is not part of the accessible name.
 */
export function SearchButton({ href, onSearch }: SearchButtonProps) {
  const label = translate('theme.SearchBar.label', 'Search');
  // Loads the code on hover or focus; a failure shows when the modal opens.
  const prepare = () => void loadSearch().catch(() => {});
  return (
    <>
      <button
        type="button"
        className="sbtn js"
        aria-label={label}
        aria-keyshortcuts="Control+K"
        onClick={() => onSearch()}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="search" />
        <span aria-hidden="true">{label}</span>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: `kbd` takes no focus. */}
        <kbd aria-hidden="true" data-keys="Ctrl K" />
      </button>
      <a className="sbtn no-js" href={href} aria-label={label}>
        <Icon name="search" />
        <span aria-hidden="true">{label}</span>
      </a>
    </>
  );
}
