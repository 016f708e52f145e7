import '../entity.css';
import type { ReactNode } from 'react';
import { ColumnChoice, type ColumnChoiceProps } from './lib/ColumnChoice';
import { StatsAtLevel, type StatsAtLevelProps } from './lib/StatsAtLevel';

export const interactive = true;

export type SlidersProps = {
  /** Stats by level. */
  stats?: StatsAtLevelProps;
  /** A column of the table in it. */
  choice?: Omit<ColumnChoiceProps, 'children'>;
  children?: ReactNode;
};

/** Both components with a slider: one script for both, since most pages have both. */
export default function Sliders({ stats, choice, children }: SlidersProps) {
  if (stats) return <StatsAtLevel {...stats} />;
  return choice ? <ColumnChoice {...choice}>{children}</ColumnChoice> : null;
}
