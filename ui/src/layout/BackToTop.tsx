import { useBackToTop } from '../hooks/useBackToTop';
import { translate } from '../lib/text/translate';
import { Icon } from '../elements/Icon';

/** A button to the top of a long page; it shows while the reader scrolls up. */
export function BackToTop() {
  const { isShown, goUp } = useBackToTop();
  if (!isShown) return null;
  const label = translate('theme.BackToTopButton.buttonAriaLabel', 'Scroll back to top');
  return (
    <button type="button" className="to-top" aria-label={label} title={label} data-page-behind="" onClick={goUp}>
      <Icon name="chevron" />
    </button>
  );
}
