/**
 * What opens the search: Ctrl+K or Meta+K anywhere, `/` unless the reader is typing, and what is typed into a field marked
 * `data-search-field`, which the search's own field takes over.
 */

export function listenForShortcuts(openSearch: (text?: string) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (event.defaultPrevented || (!withControl && !isSlash)) return;
    event.preventDefault();
    openSearch();
  };
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('[data-search-field]') || target.value === '') return;
    openSearch(target.value);
    target.value = '';
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('input', onInput);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('input', onInput);
  };
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
