import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import GaugeDecay from '../../../content/components/gauges/GaugeDecay';
import GaugeTimeline from '../../../content/components/gauges/GaugeTimeline';
import { decayRows, snapGauge } from '../../../content/components/gauges/lib/decayState';
import { expectNoViolations } from '../axe';

beforeEach(() => window.history.replaceState(null, '', '/'));

test('the plot of decay opens with a 2U aura and its figures', async () => {
  const { container } = render(<GaugeDecay />);
  expect(container.querySelector('output')!.textContent).toBe(
    '2U of Cryo leaves 1.6U, fades at 7.5s per unit and is gone after12s',
  );
  expect(decayRows(2).at(-1)).toEqual([12, 0]);
  expect(decayRows(1).map(([time]) => time)).toEqual([0, 2, 4, 6, 8, 9.5]);
  await expectNoViolations(container);
});

test('its start is moved by keys, within bounds, and the address keeps it', async () => {
  const { container } = render(<GaugeDecay />);
  const handle = screen.getByRole('slider', { name: 'Gauge of the application' });
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  expect([handle.getAttribute('aria-valuenow'), handle.getAttribute('aria-valuetext')]).toEqual(['2.25', '2.25 units']);
  fireEvent.keyDown(handle, { key: 'End' });
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  fireEvent.click(screen.getByRole('radio', { name: 'Pyro' }));
  expect(container.querySelector('output')!.textContent).toContain('4U of Pyro leaves 3.2U, fades at 5.31s per unit');
  expect(container.firstElementChild!.getAttribute('data-element')).toBe('pyro');
  await expect.poll(() => window.location.search).toBe('?element=Pyro&gauge=4');
  expect([snapGauge(9), snapGauge(0), snapGauge(1.1)]).toEqual([4, 0.5, 1]);
});

test('its start is dragged', async () => {
  const { container } = render(<GaugeDecay />);
  const handle = screen.getByRole('slider');
  const svg = container.querySelector<SVGSVGElement>('svg.plot')!;
  svg.getBoundingClientRect = () => ({ top: 100, height: 248 }) as DOMRect;
  handle.setPointerCapture = () => {};
  handle.hasPointerCapture = () => true;
  fireEvent.pointerDown(handle, { pointerId: 1 });
  // The axis lies 216 below the top and is 200 high: a quarter of the largest gauge of four is one.
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 100 + 216 - 50 });
  expect(handle.getAttribute('aria-valuenow')).toBe('1');
  await expect.poll(() => window.location.search).toBe('?gauge=1');
});

test('the timeline opens with the run of gauge theory, and rows can be changed, removed and added', async () => {
  const { container } = render(<GaugeTimeline />);
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toEqual([
    '0s2U Hydronone1.6U Hydro',
    '1s1U PyroVaporize, takes 0.5U Hydro0.967U Hydro',
    '2s1U PyroVaporize, takes 0.5U Hydro0.333U Hydro',
    '3s1U PyroVaporize, takes 0.2U Hydronone',
    '4s1U Pyronone0.8U Pyro',
    '5s1U HydroVaporize, takes 0.716U Pyronone',
  ]);
  expect(container.querySelector('output')!.textContent).toBe('6 applications, 4 reactions, nothing left after 5s.');
  const first = within(screen.getByRole('group', { name: 'Application 1' }));
  fireEvent.change(first.getByLabelText('Element'), { target: { value: 'Cryo' } });
  expect(rows()[1]).toBe('1s1U PyroMelt, takes 1.467U Cryonone');
  fireEvent.click(screen.getByRole('button', { name: /Remove application 1/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Add an application' }));
  await expect.poll(() => window.location.search).toBe('?hits=pyro-1-1_pyro-1-2_pyro-1-3_pyro-1-4_hydro-1-5_hydro-1-6');
  await expectNoViolations(container);
});
