/** Shows the site's keyboard shortcuts in a dialog. */

import { translate } from '../lib/text/translate';

export function showShortcuts(): void {
  if (document.querySelector('dialog[open]')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'help';
  const title = document.createElement('h2');
  title.textContent = translate('theme.help.title', 'Keyboard shortcuts');
  dialog.setAttribute('aria-label', title.textContent);
  const list = document.createElement('dl');
  for (const [keys, what] of rows()) {
    const term = document.createElement('dt');
    const text = document.createElement('dd');
    term.append(...keys.map(keyOf));
    text.textContent = what;
    list.append(term, text);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn';
  button.textContent = translate('theme.AnnouncementBar.closeButtonAriaLabel', 'Close');
  button.addEventListener('click', () => dialog.close());
  dialog.append(title, list, button);
  // A click on the backdrop has the dialog itself as its target.
  dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function rows(): [string[], string][] {
  return [
    [['Ctrl K', '/'], translate('theme.help.search', 'Search')],
    [['←', '→', '↑', '↓'], translate('theme.help.arrows', 'Move between tabs and through lists')],
    [['Esc'], translate('theme.help.escape', 'Close what is open')],
    [['?'], translate('theme.help.help', 'Show this list')],
  ];
}

function keyOf(name: string): HTMLElement {
  const key = document.createElement('kbd');
  key.textContent = name;
  return key;
}
