import { useCallback, useSyncExternalStore } from 'react';
import {
  chooseColorMode,
  currentChoice,
  nextChoice,
  subscribeColorMode,
  type ColorChoice,
  type ColorModeConfig,
} from '../lib/browser/colorMode';

/** The reader's choice (the site's default in the first render) and a function that selects the next one. */
export function useColorMode(config: ColorModeConfig): { choice: ColorChoice; toggle: () => void } {
  const subscribe = useCallback((listener: () => void) => subscribeColorMode(listener, config), [config]);
  const choice = useSyncExternalStore(subscribe, currentChoice, () =>
    config.respectPrefersColorScheme ? 'system' : config.default,
  );
  return { choice, toggle: () => chooseColorMode(nextChoice(currentChoice(), config), true) };
}
