import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HIT_DEFAULTS } from '../../../../content/components/damage/lib/hitState';
import { Presets } from '../../../../content/components/damage/lib/Presets';

test('a box whose script could not be loaded offers another attempt', async () => {
  const loadPanel = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ PresetPanel: () => <p>The panel</p> });
  const { container } = render(<Presets state={HIT_DEFAULTS} change={() => {}} loadPanel={loadPanel} />);
  // The event `toggle` follows by itself.
  container.querySelector('details')!.open = true;
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  fireEvent.click(again);
  expect(await screen.findByText('The panel')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
