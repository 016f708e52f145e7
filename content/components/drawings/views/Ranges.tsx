import { RANGES } from '../lib/ranges';
import { TopView } from '../lib/TopView';

export type RangesProps = {
  /** Whose ranges. */
  of: string;
};

/** The ranges of an ability as its notes give them. */
export default function Ranges({ of }: RangesProps) {
  const view = RANGES[of];
  if (view === undefined)
    throw new Error(`no ranges of \`${of}\`; there are those of ${Object.keys(RANGES).join(', ')}`);
  return <TopView {...view} />;
}
