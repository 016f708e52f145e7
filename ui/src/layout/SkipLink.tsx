import type { MouseEvent } from 'react';
import { translate } from '../lib/text/translate';

/**
 * a11y: the link to the main content is the first Tab stop. The wrapper gets the focus after a navigation, so that the next Tab
 * reaches the link again.
 */
export function SkipLink() {
  const label = translate('theme.common.skipToMainContent', 'Skip to main content');
  return (
    <div role="region" aria-label={label} className="skip" tabIndex={-1} data-focus-start="" data-page-behind="">
      {/* biome-ignore lint/a11y/useValidAnchor: without script the link leads to `#main` as well. */}
      <a href="#main" onClick={focusMain}>
        {label}
      </a>
    </div>
  );
}

/** a11y: moves the focus position without touching the address. */
function focusMain(event: MouseEvent): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  event.preventDefault();
  main.setAttribute('tabindex', '-1');
  main.focus();
  main.removeAttribute('tabindex');
}
