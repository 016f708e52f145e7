/**
 * The colour mode, as marked on `<html>`: `data-theme` is the mode in effect, `data-theme-choice` the choice of the reader.
 *
 * The script in `<head>` (`inline/head.js`) writes both before the first paint; this module changes them later.
 */

import { createStorageSlot } from './storage';

export type ColorMode = 'light' | 'dark';
export type ColorChoice = ColorMode | 'system';
export type ColorModeConfig = { default: ColorMode; disableSwitch: boolean; respectPrefersColorScheme: boolean };

const THEME_KEY = 'theme';

/** What a stored value means, where readers may choose; anything but `dark` is read as `light`. */
export function readStored(value: string | null, config: ColorModeConfig): ColorChoice {
  if (value === null || config.disableSwitch) return config.respectPrefersColorScheme ? 'system' : config.default;
  return value === 'dark' ? 'dark' : 'light';
}

export function nextChoice(choice: ColorChoice, config: ColorModeConfig): ColorChoice {
  if (!config.respectPrefersColorScheme) return choice === 'dark' ? 'light' : 'dark';
  return choice === 'system' ? 'light' : choice === 'light' ? 'dark' : 'system';
}

export function currentChoice(): ColorChoice {
  const choice = document.documentElement.dataset.themeChoice;
  return choice === 'light' || choice === 'system' ? choice : 'dark';
}

/** Sets the choice on the document; `store` also stores it for the next visit. */
export function chooseColorMode(choice: ColorChoice, store: boolean): void {
  const { dataset } = document.documentElement;
  dataset.theme = choice === 'system' ? systemMode() : choice;
  dataset.themeChoice = choice;
  if (store) {
    const slot = createStorageSlot(THEME_KEY);
    if (choice === 'system') slot.del();
    else slot.set(choice);
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls `listener` at each change: by this tab, by another one, by the system. */
export function subscribeColorMode(listener: () => void, config: ColorModeConfig): () => void {
  listeners.add(listener);
  const stop = createStorageSlot(THEME_KEY).listen((value) => chooseColorMode(readStored(value, config), false));
  const query = window.matchMedia?.('(prefers-color-scheme: dark)');
  const onSystem = () => {
    if (currentChoice() === 'system') chooseColorMode('system', false);
  };
  query?.addEventListener('change', onSystem);
  return () => {
    listeners.delete(listener);
    stop();
    query?.removeEventListener('change', onSystem);
  };
}

function systemMode(): ColorMode {
  return window.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
