import type { ReactNode } from 'react';

export type RankProps = {
  /** What unlocks it, such as `C1` or `A4`. */
  mark: string;
  name: string;
  children: ReactNode;
};

/** A passive or a constellation: a row with its mark and its name beside what it does. */
export function Rank({ mark, name, children }: RankProps) {
  return (
    <section className="rank" aria-label={`${mark} ${name}`}>
      <h3 className="rank-name">
        <span>{mark}</span> {name}
      </h3>
      <div>{children}</div>
    </section>
  );
}
