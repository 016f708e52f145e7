import { useHydrated } from '../hooks/useHydrated';
import { translate } from '../lib/translate';
import { Icon } from './Icon';

export type SearchButtonProps = { onSearch: () => void };

/** a11y: one button at every width; the key hint is drawn by CSS, so that it is no part of the name. */
export function SearchButton({ onSearch }: SearchButtonProps) {
  const hydrated = useHydrated();
  const label = translate('theme.SearchBar.label', 'Search');
  return (
    <button type="button" className="sbtn js" aria-label={label} aria-keyshortcuts="Control+K" disabled={!hydrated} onClick={onSearch}>
      <Icon name="search" />
      <span aria-hidden="true">{label}</span>
      <kbd aria-hidden="true" data-keys="Ctrl K" />
    </button>
  );
}
