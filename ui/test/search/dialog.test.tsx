import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setMessages } from '../../src/lib/text/translate';
import { SearchModal } from '../../src/search/modal/SearchModal';
import { docPage, site } from '../fixtures';

beforeEach(() => {
  // What jsdom lacks of `<dialog>`.
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});
afterEach(() => {
  setMessages({});
  vi.unstubAllGlobals();
});

test('the search dialog shows the strings of the page’s language', () => {
  setMessages(
    {
      'theme.SearchBar.label': 'Rechercher',
      'theme.SearchModal.placeholder': 'Chercher ici',
      'theme.SearchModal.footer.closeText': 'pour fermer',
      'theme.SearchModal.footer.closeKeyAriaLabel': 'Touche Échap',
    },
    'fr',
  );
  const typed = { text: '', start: 0, end: 0 };
  render(<SearchModal context={{ site, page: docPage, navigate: () => {} }} typed={typed} onClose={() => {}} />);
  expect(screen.getByRole('dialog', { name: 'Rechercher' })).toBeDefined();
  expect(screen.getByPlaceholderText('Chercher ici')).toBeDefined();
  expect(screen.getByText(/pour fermer/)).toBeDefined();
  expect(screen.getByRole('img', { name: 'Touche Échap' })).toBeDefined();
  expect(screen.getByText(/to select/), 'a string without a translation').toBeDefined();
});
