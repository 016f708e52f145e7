import { translate } from '../../lib/text/translate';

export type ModalFooterProps = { engine: 'embedded' | 'typesense' };

/** A legend of the keys. Assistive technology announces those of a combobox by itself. */
export function ModalFooter({ engine }: ModalFooterProps) {
  return (
    <div className="sx-foot">
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate('theme.SearchModal.footer.selectKeyAriaLabel', 'Enter key')} role="img">
          ↵
        </kbd>{' '}
        {translate('theme.SearchModal.footer.selectText', 'to select')}
      </span>
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate('theme.SearchModal.footer.navigateDownKeyAriaLabel', 'Arrow down')} role="img">
          ↓
        </kbd>{' '}
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate('theme.SearchModal.footer.navigateUpKeyAriaLabel', 'Arrow up')} role="img">
          ↑
        </kbd>{' '}
        {translate('theme.SearchModal.footer.navigateText', 'to navigate')}
      </span>
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate('theme.SearchModal.footer.closeKeyAriaLabel', 'Escape key')} role="img">
          esc
        </kbd>{' '}
        {translate('theme.SearchModal.footer.closeText', 'to close')}
      </span>
      <span className="sx-by">
        {translate('theme.SearchModal.footer.searchByText', 'Search by')}{' '}
        {engine === 'typesense' ? 'Typesense' : 'Bindery'}
      </span>
    </div>
  );
}
