import '../entity.css';
import '../tools.css';
import { EventTable } from './lib/EventTable';
import { readAllHits, run, summaryOf } from './lib/timeline';
import { TimelinePlot } from './lib/TimelinePlot';

/** Rendered at build. */
export const interactive = false;

export type GaugeRunProps = {
  title: string;
  /** Applications as the timeline's address has them: `hydro-2-0_pyro-1-1` is 2U of Hydro at 0s and 1U of Pyro at 1s. */
  hits: string;
};

/** One run of the gauge timeline: how auras decay, and what reactions take from them. */
export default function GaugeRun({ title, hits }: GaugeRunProps) {
  const result = run(readAllHits(hits));
  return (
    <figure className="plot-figures wide" data-generated="">
      <figcaption>{title}</figcaption>
      <TimelinePlot run={result} description={`${title}: ${summaryOf(result)}`} />
      <details>
        <summary>The figures of the plot</summary>
        <EventTable events={result.events} />
      </details>
    </figure>
  );
}
