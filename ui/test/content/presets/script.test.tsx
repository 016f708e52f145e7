import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import DamageCalculator from '../../../../content/components/damage/DamageCalculator';

const PANEL = '../../../../content/components/damage/lib/PresetPanel';

afterEach(() => vi.doUnmock(PANEL));

test('a box whose script could not be loaded offers another attempt', async () => {
  vi.doMock(PANEL, () => {
    throw new Error('offline');
  });
  const { container } = render(<DamageCalculator />);
  const details = container.querySelector<HTMLDetailsElement>('.tool-presets')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  // Vitest remembers a module that failed; a browser requests it again.
  vi.resetModules();
  vi.doMock(PANEL, () => ({ PresetPanel: () => <p>The panel</p> }));
  fireEvent.click(again);
  expect(await screen.findByText('The panel')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
