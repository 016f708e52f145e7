/** Frames of attacks as the data has them. */
import type { Cell } from './types';

export const FRAMES_A_SECOND = 60;

/** Columns that say when an action hits. */
export const HIT_COLUMNS = ['hitmark', 'release'];

/** The figures of a cell, `13` or `13f`, one or several; NaN for what is no figure. */
export function framesIn(cell: Cell | undefined): number[] {
  const cells = Array.isArray(cell) ? cell : [cell];
  return cells.map((value) => (/^\d+(?:\.\d+)?f?$/.test(String(value)) ? Number.parseFloat(String(value)) : NaN));
}
