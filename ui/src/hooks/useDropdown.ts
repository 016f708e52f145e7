import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

export type Dropdown = {
  isOpen: boolean;
  boxRef: RefObject<HTMLDivElement | null>;
  toggle: () => void;
  /** Listeners of the box around button and list. */
  listeners: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** A disclosure of links: `hover` closes when the mouse leaves, `open` stays until it is closed. */
export function useDropdown(path: string): Dropdown {
  const [state, setState] = useState<'closed' | 'hover' | 'open'>('closed');
  const boxRef = useRef<HTMLDivElement>(null);
  const wantsFirst = useRef(false);
  const isOpen = state !== 'closed';
  // Following one of the links closes the list.
  useEffect(() => setState('closed'), [path]);
  // Positions the open list and listens for clicks and focus outside of it.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!isOpen || !box) return;
    const { left, right } = box.querySelector('ul')?.getBoundingClientRect() ?? { left: 0, right: 0 };
    box.toggleAttribute('data-flip', left < 0 || right > document.documentElement.clientWidth);
    if (wantsFirst.current) moveFocus(box, 1);
    wantsFirst.current = false;
    const onOutside = (event: Event) => {
      if (!box.contains(event.target as Node)) setState('closed');
    };
    const types = ['mousedown', 'touchstart', 'focusin'];
    for (const type of types) document.addEventListener(type, onOutside);
    return () => {
      box.removeAttribute('data-flip');
      for (const type of types) document.removeEventListener(type, onOutside);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const box = boxRef.current;
    if (!box) return;
    if (event.key === 'Escape' && isOpen) {
      setState('closed');
      box.querySelector('button')?.focus({ preventScroll: true });
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) moveFocus(box, event.key === 'ArrowDown' ? 1 : -1);
      else wantsFirst.current = true;
      setState('open');
    }
  };
  return {
    isOpen,
    boxRef,
    toggle: () => setState(state === 'open' ? 'closed' : 'open'),
    listeners: {
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && state === 'closed' && setState('hover'),
      onPointerLeave: () => state === 'hover' && setState('closed'),
      onKeyDown,
    },
  };
}

/** a11y: arrows go through the links, from the button to the first. */
function moveFocus(box: HTMLElement, step: number): void {
  const links = [...box.querySelectorAll<HTMLElement>('ul a[href]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links.at((at < 0 && step < 0 ? links.length - 1 : at + step) % links.length)?.focus();
}
