/**
 * Holds back what a reader does before the interface works, and does it again afterwards.
 *
 * Links, forms and `details` work without the interface: they are left to the browser.
 */

import { isTyping } from '../browser/shortcuts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const BUTTON = '#__bindery button[type="button"]:not([popovertarget], [commandfor])';
const CONTROL = 'button, input, select, textarea';
/** Parts whose controls are inert until script runs. */
const INERT_PARTS = '[data-island], [data-tabs]';
const SEARCH_BUTTON = '.sbtn';

/** What is done again, in this order. */
let actions: (() => void)[] = [];
/** The last text of fields that the reader typed into. */
let fields = new Map<Field, string>();
/** What was typed for the search; null if nothing has opened it. */
let query: string | null = null;
/** The element below the mouse. */
let hovered: Element | null = null;
let stop = () => {};

/** Starts to record; returns a function that ends it. */
export function recordEarlyInput(): () => void {
  const listeners: [string, (event: never) => void][] = [
    ['click', onClick],
    ['keydown', onKeyDown],
    ['input', onInput],
    ['pointerover', onPointerOver],
  ];
  for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true);
  stop = () => {
    for (const [type, listener] of listeners) window.removeEventListener(type, listener as EventListener, true);
    [actions, fields, query, hovered] = [[], new Map(), null, null];
  };
  return stop;
}

/** Ends the recording and does again what was recorded. */
export function replayEarlyInput(openSearch: (text: string) => void): void {
  const recorded = { actions, fields, query, hovered };
  stop();
  // The interface responds to pointers that enter and to focus that arrives, both of which have happened.
  if (recorded.hovered?.matches(':hover'))
    recorded.hovered.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  if (document.activeElement !== document.body)
    document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  recorded.fields.forEach((text, field) => retype(field, text));
  for (const action of recorded.actions) action();
  if (recorded.query !== null) openSearch(recorded.query);
}

function hold(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  const control = target.closest<HTMLElement>(BUTTON) ?? categoryLink(target) ?? inertControl(event, target);
  if (!control) return;
  hold(event);
  if (control.matches(SEARCH_BUTTON)) query ??= '';
  else actions.push(() => whenUsable(control, () => press(control)));
}

/** The heading of a category that opens and closes it, and leads nowhere else. */
function categoryLink(target: Element): HTMLElement | null {
  const link = target.closest<HTMLElement>('.cat > .row > a');
  const toggles = link?.hasAttribute('aria-current') || link?.parentElement?.querySelector(':scope > .caret');
  return toggles ? link : null;
}

/** A click on an inert control happens on the element around it. */
function inertControl({ clientX, clientY }: MouseEvent, target: Element): HTMLElement | undefined {
  if (!target.closest('main')) return undefined;
  return [...target.querySelectorAll<HTMLElement>(CONTROL)].find((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isBelow = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return isBelow && !isUsable(control) && control.closest(INERT_PARTS) !== null;
  });
}

function isUsable(control: HTMLElement): boolean {
  return !control.closest('[inert]') && !control.matches(':disabled');
}

/** Islands start later than the rest of the interface. */
function whenUsable(control: HTMLElement, use: () => void): void {
  const observer = new MutationObserver(useOnce);
  function useOnce(): void {
    if (control.isConnected && !isUsable(control)) return;
    observer.disconnect();
    if (control.isConnected) use();
  }
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['inert', 'disabled'] });
  useOnce();
}

function press(control: HTMLElement): void {
  if (control.matches('select, textarea, input:not([type="checkbox"], [type="radio"])')) control.focus();
  else control.click();
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element)) return;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
    hold(event);
    query ??= '';
  }
  if (ctrlKey || metaKey || altKey || isTyping(target)) return;
  const isLetter = key.length === 1;
  if (query !== null && (isLetter || key === 'Backspace')) {
    hold(event);
    query = isLetter ? query + key : query.slice(0, -1);
  } else if (key === '/' || (target.matches(SEARCH_BUTTON) && /^[\p{L}\p{N}]$/u.test(key))) {
    hold(event);
    query = key === '/' ? '' : key;
  } else if (key === '?' || (target.matches('.nd > button') && /^Arrow(?:Up|Down)$/.test(key))) {
    hold(event);
    actions.push(() => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  }
}

function onInput({ target }: Event): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isField && !target.closest('[data-island]')) fields.set(target, target.value);
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  hovered = pointerType === 'mouse' && target instanceof Element ? target : null;
}

/** React has taken the field's text for its own, and ignores events that do not change it. */
function retype(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  field.value = '';
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
