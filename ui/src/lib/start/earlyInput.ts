/**
 * Holds back what a reader does before the interface works, and does it again afterwards. Islands start later than the rest of
 * the interface: for each of them the recording goes on until it works.
 *
 * Links, `details`, and forms that name an address work without the interface: they are left to the browser.
 */

import type { PageData } from '../../model';
import { createStorageSlot } from '../browser/storage';
import { isTyping } from '../browser/shortcuts';
import { nextTab } from '../browser/tabKeys';
import { dropSearchText, holdSearchText, holdsSearchText, searchPageAddress } from './searchText';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A press of a control, or the last text of a field. */
type Step = { control: HTMLElement; text?: string; act: (text: string) => void; focused: Element | null };

/** Parts of the article that do not work yet. */
const WAITING = ':is([data-island], [data-tabs]):not([data-live])';
/** A button without a type submits its form, if it has one. */
const BUTTON = 'button:is([type="button"],:not([type],form *)):not([popovertarget],[commandfor])';
/** What else is pressed in an island; a column's head, because an island may make a button of it. */
const PRESSED = `${BUTTON}, [type="checkbox"], [type="radio"], [role="button"], [role="switch"], th`;
const SEARCH_BUTTON = '.sbtn';
const MODE_BUTTON = '.mode';

/** What is done again, in this order. */
let steps: Step[] = [];
/** The element below the mouse. */
let hovered: Element | null = null;
/** Opens the search; null before the interface works. */
let open: (() => void) | null = null;
/** Steps in islands, one after the other: React shows the result of a press in between. */
let queue = Promise.resolve();

/** Starts to record. */
export function recordEarlyInput(): void {
  open = null;
  const listeners: [string, (event: never) => void][] = [
    ['click', onClick],
    ['keydown', onKeyDown],
    ['input', onInput],
    ['submit', onSubmit],
    ['pointerover', onPointerOver],
  ];
  for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true);
}

/** Controls of islands and tabs are served inert: lets the reader use them, which is recorded until they work. */
export function openControls(root: ParentNode): void {
  for (const control of root.querySelectorAll('[inert]'))
    if (control.matches('button, input, select, textarea, [role="tablist"]') && control.closest(WAITING))
      control.removeAttribute('inert');
}

/** Ends the recording for all but islands and tabs, and does again what was recorded. From now on keys open the search. */
export async function replayEarlyInput(openSearch: () => void): Promise<void> {
  const recorded = steps;
  open = openSearch;
  steps = [];
  // The interface responds to pointers that enter and to focus that arrives, both of which have happened.
  if (hovered?.matches(':hover'))
    hovered.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  if (document.activeElement !== document.body)
    document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  if (holdsSearchText()) openSearch();
  for (const step of recorded) {
    whenUsable(step);
    // React shows the result of a press before the next one.
    await null;
  }
}

/**
 * The interface cannot be loaded: the search page takes the query, the button of the colour mode acts, and for any other press
 * the page is loaded again if it can be. Importing the interface again is no way, because Chromium remembers the failure.
 */
export function actWithoutInterface(): void {
  const data = document.querySelector('#__bindery_data')?.textContent;
  const { search } = data ? (JSON.parse(data) as PageData).site : {};
  const { dataset } = document.documentElement;
  let needsInterface = false;
  for (const { control, text } of steps) {
    if (control.matches(MODE_BUTTON)) {
      dataset.theme = dataset.themeChoice = dataset.theme === 'dark' ? 'light' : 'dark';
      createStorageSlot('theme').set(dataset.theme);
    } else needsInterface ||= text === undefined;
  }
  steps = steps.filter(({ text }) => text !== undefined);
  const { location } = window;
  if (holdsSearchText() && search) location.assign(searchPageAddress(search));
  else if (needsInterface)
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok && location.reload(),
      () => {},
    );
}

function record(control: HTMLElement, act: Step['act'], text?: string): void {
  const last = steps.at(-1);
  if (text !== undefined && last?.text !== undefined && last.control === control) last.text = text;
  else {
    const step = { control, act, text, focused: document.activeElement };
    steps.push(step);
    if (open) whenUsable(step);
  }
}

function hold(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function onClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!(target instanceof Element) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  const control = pressedControl(target);
  if (!control) return;
  hold(event);
  if (control.matches(SEARCH_BUTTON)) holdSearchText();
  else record(control, () => (control.querySelector<HTMLElement>('th > button') ?? control).click());
}

/** The control that a click presses, if script has to act. */
function pressedControl(target: Element): HTMLElement | null {
  if (target.closest(WAITING)) {
    const control = target.closest<HTMLElement>(`${PRESSED}, a[href], button, summary, label`);
    return control?.matches(PRESSED) ? control : null;
  }
  if (open || !target.closest('#__bindery')) return null;
  return target.closest<HTMLElement>(BUTTON) ?? categoryLink(target);
}

/** The heading of a category that opens and closes it, and leads nowhere else. */
function categoryLink(target: Element): HTMLElement | null {
  const link = target.closest<HTMLElement>('.cat > .row > a');
  const toggles = link?.hasAttribute('aria-current') || link?.parentElement?.querySelector(':scope > .caret');
  return toggles ? link : null;
}

/** Ctrl+K or Meta+K anywhere, `/` unless the reader is typing, and letters on the search button open the search. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element)) return;
  const isPlain = !ctrlKey && !metaKey && !altKey && !isTyping(target);
  const isShortcut = isPlain ? key === '/' : (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
  const isLetter = isPlain && target.matches(SEARCH_BUTTON) && /^[\p{L}\p{N}]$/u.test(key);
  if ((isShortcut || isLetter) && document.querySelector(SEARCH_BUTTON)) {
    hold(event);
    // The second Ctrl+K closes the search.
    if (isShortcut && key !== '/' && dropSearchText()) return;
    holdSearchText(isShortcut ? '' : key);
    open?.();
  } else if (isPlain && target.matches(`${WAITING} [role="tab"]`)) {
    const next = nextTab(target as HTMLElement, key);
    if (next) hold(event);
    next?.focus();
  } else if (!open && isPlain && (key === '?' || (target.matches('.nd > button') && /^Arrow(?:Up|Down)$/.test(key)))) {
    hold(event);
    record(target as HTMLElement, () =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  }
}

function onInput({ target }: Event): void {
  const isField = target instanceof Element && target.matches('input, textarea, select');
  if (!isField || !target.closest(open ? WAITING : '#__bindery')) return;
  const field = target as Field;
  record(field, (text) => retype(field, text), field.value);
}

/** A form of an island that names no address is for its script. */
function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.closest(WAITING)) return;
  // React's mark of a function.
  const action = form.getAttribute('action') ?? 'javascript:';
  if (!action.startsWith('javascript:')) return;
  hold(event);
  record(form, () => form.requestSubmit(submitter?.isConnected ? submitter : null));
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  hovered = pointerType === 'mouse' && target instanceof Element ? target : null;
}

/** Islands and tabs start later than the rest of the interface. */
function whenUsable(step: Step): void {
  const { control } = step;
  const isUsable = () => !control.isConnected || !control.closest(`${WAITING}, :disabled`);
  const act = () => {
    const focused = document.activeElement as HTMLElement;
    if (control.isConnected) step.act(step.text ?? '');
    // What a press does must not take the focus from where the reader has moved it since.
    if (focused !== step.focused && focused !== document.body)
      queue = queue.then(() => focused.focus({ preventScroll: true }));
  };
  const observer = new MutationObserver(() => {
    if (!isUsable()) return;
    observer.disconnect();
    queue = queue.then(act);
  });
  if (isUsable()) act();
  else observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-live', 'disabled'] });
}

/** React has taken the field's text for its own, and ignores events that do not change it. */
function retype(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  const { selectionStart: start, selectionEnd: end } = field as HTMLInputElement;
  field.value = '';
  set?.call(field, text);
  // The reader may be typing in the middle of it.
  if (field === document.activeElement && start != null) (field as HTMLInputElement).setSelectionRange(start, end);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
