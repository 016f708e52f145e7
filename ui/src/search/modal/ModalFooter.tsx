import { translate } from '../../lib/text/translate';

export type ModalFooterProps = { engine: 'embedded' | 'typesense' };

/** A legend of the keys. Assistive technology announces those of a combobox by itself. */
export function ModalFooter({ engine }: ModalFooterProps) {
  const id = (name: string) => `theme.SearchModal.footer.${name}`;
  return (
    <div className="sx-foot">
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate(id('selectKeyAriaLabel'), 'Enter key')} role="img">
          ↵
        </kbd>{' '}
        {translate(id('selectText'), 'to select')}
      </span>
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate(id('navigateDownKeyAriaLabel'), 'Arrow down')} role="img">
          ↓
        </kbd>{' '}
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate(id('navigateUpKeyAriaLabel'), 'Arrow up')} role="img">
          ↑
        </kbd>{' '}
        {translate(id('navigateText'), 'to navigate')}
      </span>
      <span>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: `kbd` is no control; the role carries its label. */}
        <kbd aria-label={translate(id('closeKeyAriaLabel'), 'Escape key')} role="img">
          esc
        </kbd>{' '}
        {translate(id('closeText'), 'to close')}
      </span>
      <span className="sx-by">
        {translate(id('searchByText'), 'Search by')} {engine === 'typesense' ? 'Typesense' : 'Bindery'}
      </span>
    </div>
  );
}
