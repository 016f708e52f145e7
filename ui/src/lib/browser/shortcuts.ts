/** The keys that open the search: Ctrl+K or Meta+K anywhere, `/` unless the reader is typing. */
export function listenForShortcuts(openSearch: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (event.defaultPrevented || (!withControl && !isSlash)) return;
    event.preventDefault();
    openSearch();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
