/** Opens the search when the reader types into a field marked `data-search-field`; the search's own field takes the text over. */
export function listenForSearchField(openSearch: (field: HTMLInputElement) => void): () => void {
  const onInput = (event: Event) => {
    const { target } = event;
    // The letters of an input method stay in the field until they are a word: another field cannot continue it.
    if ((event as InputEvent).isComposing || !(target instanceof HTMLInputElement)) return;
    if (target.matches('[data-search-field]') && target.value !== '') openSearch(target);
  };
  document.addEventListener('input', onInput);
  document.addEventListener('compositionend', onInput);
  return () => {
    document.removeEventListener('input', onInput);
    document.removeEventListener('compositionend', onInput);
  };
}
