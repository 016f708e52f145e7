import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { HIT_DEFAULTS } from '../../../../content/components/damage/lib/hitState';
import { Presets } from '../../../../content/components/damage/lib/Presets';

test('a box whose script could not be loaded offers another attempt', async () => {
  const loadPanel = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ PresetPanel: () => <p>The panel</p> });
  const { container } = render(
    <Presets state={HIT_DEFAULTS} change={() => {}} note={() => {}} loadPanel={loadPanel} />,
  );
  // The event `toggle` follows by itself.
  container.querySelector('details')!.open = true;
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  fireEvent.click(again);
  expect(await screen.findByText('The panel')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a box that was opened before the tool works has its panel', async () => {
  const loadPanel = vi.fn().mockResolvedValue({ PresetPanel: () => <p>The panel</p> });
  const box = <Presets state={HIT_DEFAULTS} change={() => {}} note={() => {}} loadPanel={loadPanel} />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(box);
  const details = container.querySelector('details')!;
  const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve));
  details.open = true;
  await toggled;
  render(box, { container, hydrate: true });
  expect(await screen.findByText('The panel')).toBeTruthy();
});
