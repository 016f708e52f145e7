/** Keeps what is typed for the search until the field of its dialog can take it. */

/** What was typed, and which part of it is selected. */
export type SearchText = { text: string; start: number; end: number };

let field: HTMLInputElement | null = null;
/** Gives the focus back; null for a field of the page. */
let restore: (() => void) | null = null;

/**
 * Holds the text of a field of the page, or moves the focus into a field out of sight. The browser edits the text there as in
 * any field, so no key is lost, acts on the page or scrolls it.
 */
export function holdSearchText(typed: string | HTMLInputElement = ''): void {
  if (typeof typed !== 'string') field ??= typed;
  else if (field) field.value += typed;
  else {
    const focused = document.activeElement as HTMLElement;
    field = createField(typed || String(getSelection()).trim());
    restore = () => focused.focus({ preventScroll: true });
    if (typed === '') field.select();
  }
}

export function holdsSearchText(): boolean {
  return field !== null;
}

/** Ends the holding; null if nothing is held. */
export function takeSearchText(): SearchText | null {
  if (!field) return null;
  const { value, selectionStart, selectionEnd } = field;
  if (restore) field.remove();
  else field.value = '';
  restore?.();
  field = restore = null;
  return { text: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
}

/** Removes the hidden field and gives the focus back, as Escape does. Returns false if nothing is held in a hidden field. */
export function dropSearchText(): boolean {
  return restore !== null && takeSearchText() !== null;
}

/** The search page with what is held. */
export function searchPageAddress(page: string): string {
  const text = takeSearchText()?.text;
  return text ? `${page}?q=${encodeURIComponent(text)}` : page;
}

function createField(text: string): HTMLInputElement {
  const input = document.createElement('input');
  // iOS zooms in on fields with smaller letters.
  input.style.cssText = 'position:fixed;top:0;font-size:16px;opacity:0;pointer-events:none';
  input.ariaLabel = document.querySelector('.sbtn')?.ariaLabel ?? '';
  input.value = text;
  input.onkeydown = (event) => {
    if (event.key === 'Escape') takeSearchText();
    // These keys leave the field, or scroll the page.
    if (/^(?:Tab|Page|Escape)/.test(event.key)) event.preventDefault();
  };
  document.body.append(input);
  input.focus({ preventScroll: true });
  return input;
}
