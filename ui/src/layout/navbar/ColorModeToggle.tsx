import { useColorMode } from '../../hooks/useColorMode';
import type { ColorChoice, ColorModeConfig } from '../../lib/browser/colorMode';
import { translate } from '../../lib/text/translate';
import { Icon } from '../../elements/Icon';

export type ColorModeToggleProps = { config: ColorModeConfig };

const modeLabels: Record<ColorChoice, () => string> = {
  dark: () => translate('theme.colorToggle.ariaLabel.mode.dark', 'dark mode'),
  light: () => translate('theme.colorToggle.ariaLabel.mode.light', 'light mode'),
  system: () => translate('theme.colorToggle.ariaLabel.mode.system', 'system mode'),
};

/** All icons are served; CSS shows the one of the mode in effect, so that none flashes. */
export function ColorModeToggle({ config }: ColorModeToggleProps) {
  const { choice, toggle } = useColorMode(config);
  if (config.disableSwitch) return null;
  const label = translate('theme.colorToggle.ariaLabel', 'Switch between dark and light mode (currently {mode})', {
    mode: modeLabels[choice](),
  });
  return (
    <button type="button" className="ib mode js" aria-label={label} title={label} onClick={toggle}>
      <Icon name="moon" className="mode-dark" />
      <Icon name="sun" className="mode-light" />
      <Icon name="system" className="mode-system" />
    </button>
  );
}
