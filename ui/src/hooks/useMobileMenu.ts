import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { RoutePath } from '../model';

export type MobileMenuState = {
  isOpen: boolean;
  /** The panel is rendered when it is first opened. */
  wasOpened: boolean;
  toggle: () => void;
  close: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
};

const DESKTOP = '(min-width: 997px)';

export function useMobileMenu(path: RoutePath): MobileMenuState {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const toggle = useCallback(() => {
    setOpened(true);
    setOpen((was) => !was);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  // A page change closes the panel, also one that did not come from it.
  useEffect(() => setOpen(false), [path]);
  // While the panel is open, the page behind it is inert and does not scroll.
  useEffect(() => {
    if (!isOpen) return;
    const stop = holdPage(close);
    return () => {
      stop();
      if (document.activeElement === document.body || document.activeElement?.closest('.menu'))
        buttonRef.current?.focus({ preventScroll: true });
    };
  }, [isOpen, close]);
  return { isOpen, wasOpened, toggle, close, buttonRef };
}

function holdPage(close: () => void): () => void {
  const behind = [...document.querySelectorAll('[data-page-behind]')];
  const setInert = (inert: boolean) => behind.forEach((element) => element.toggleAttribute('inert', inert));
  const desktop = window.matchMedia(DESKTOP);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  // Back closes the panel and does not leave the page: the step is undone before the router sees it.
  let returning = false;
  const onPopState = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    if (returning) close();
    else window.history.go(1);
    returning = true;
  };
  setInert(true);
  document.documentElement.dataset.menu = 'open';
  document.addEventListener('keydown', onKey);
  window.addEventListener('popstate', onPopState, true);
  desktop.addEventListener('change', close);
  return () => {
    setInert(false);
    delete document.documentElement.dataset.menu;
    document.removeEventListener('keydown', onKey);
    window.removeEventListener('popstate', onPopState, true);
    desktop.removeEventListener('change', close);
  };
}
