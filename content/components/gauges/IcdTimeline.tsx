import '../entity.css';
import '../tools.css';
import { evaluate } from '../lib/arithmetic';
import type { Character } from '../lib/types';
import {
  attackPaths,
  attributeOf,
  evenHits,
  frameHits,
  hitNames,
  intervalOf,
  tickHits,
  type NamedHit,
} from './lib/hitTimes';
import { icdHits, readRule, ruleText } from './lib/icd';
import { IcdStrip } from './lib/IcdStrip';
import { IcdTable } from './lib/IcdTable';

/** Rendered at build. */
export const interactive = false;

export type IcdTimelineProps = {
  /** What hits. */
  title: string;
  of?: Character;
  /** The column of the talent's attributes that has its ICD and its rate of ticks: `Attacks / Burst / DoT`. */
  attack?: string;
  /** An ICD that a note states. */
  rule?: string;
  /** The frames of the hits: `NA`, or `Burst: Cast` for one action or note of a table. Without it, ticks. */
  hits?: string;
  /** For a worked example: so many hits, so many seconds apart. */
  count?: number;
  every?: string;
};

const listed = (names: string[]) => names.map((name) => `\`${name}\``).join(', ') || 'nothing';

/** The hits of the timeline. Throws an error, which fails the build, if the data does not have their times. */
function hitsOf({ title, of, attack = '', hits, count, every }: IcdTimelineProps): NamedHit[] {
  const { frames = [], tables = [] } = of ?? {};
  const interval = hits === undefined ? undefined : intervalOf(frames, hits);
  let found: NamedHit[] | null;
  if (count !== undefined && every !== undefined) found = evenHits(count, evaluate(every));
  else if (hits === undefined || interval !== undefined) found = tickHits(tables, attack, interval);
  else found = frameHits(frames, hits);
  if (!found) {
    throw new Error(
      `\`${title}\`: the data does not say when \`${hits ?? attack}\` hits; \`hits\` can be ${listed(hitNames(frames))}, \`attack\` ${listed(attackPaths(tables))}`,
    );
  }
  return found;
}

/** Which hits of a talent apply their element, by its ICD, on a time axis. */
export default function IcdTimeline(props: IcdTimelineProps) {
  const { title, of, attack = '', rule: stated } = props;
  const text = stated ?? attributeOf(of?.tables ?? [], attack, (row) => row.startsWith('ICD')) ?? '';
  const rule = readRule(text);
  if (!rule) {
    throw new Error(
      `\`${title}\`: \`${text}\` is not an ICD with a timer; give one as \`rule\` (\`3 hits / 2.5s\`), or as \`attack\` one of ${listed(attackPaths(of?.tables ?? []))}`,
    );
  }
  const hits = hitsOf(props);
  const results = icdHits(
    hits.map(({ time }) => time),
    rule,
  ).map((hit, at) => ({ ...hit, name: hits[at]?.name ?? '' }));
  const applied = results.filter(({ because }) => because !== null).length;
  return (
    <figure className="plot-figures icd" data-generated="">
      <figcaption>{`${title}: which hits apply the element (ICD: ${ruleText(rule)})`}</figcaption>
      <IcdStrip hits={results} rule={rule} />
      <p className="note">
        {`${applied} of ${results.length} hits apply the element (full marks) if all of them land on one enemy, and no earlier hit that shares their ICD does. The lines below are the timers; hitlag is not counted.`}
      </p>
      <details>
        <summary>The figures of the plot</summary>
        <IcdTable title={title} hits={results} />
      </details>
    </figure>
  );
}
