import { amountAt, life, SIZES, STAYING } from './gauge';
import { toNumber } from '../../lib/toolState';

/** A skill of ordinary size. The keys are query parameters. */
export const DECAY_DEFAULTS = { element: 'Cryo', gauge: '2' };

export const SMALLEST = 0.5;
export const LARGEST = Math.max(...SIZES);
export const GAUGE_STEP = 0.25;

export function snapGauge(units: number): number {
  return Math.min(Math.max(Math.round(units / GAUGE_STEP) * GAUGE_STEP, SMALLEST), LARGEST);
}

export function decayOf({ element, gauge }: typeof DECAY_DEFAULTS): { element: string; units: number } {
  return { element: STAYING.includes(element) ? element : DECAY_DEFAULTS.element, units: snapGauge(toNumber(gauge)) };
}

/** Every second second of an aura's life, and its end. */
export function decayRows(units: number): [time: number, amount: number][] {
  const end = life(units);
  const times = Array.from({ length: Math.ceil(end / 2) }, (_, at) => at * 2);
  return [...times, end].map((time) => [time, amountAt(units, time)]);
}
