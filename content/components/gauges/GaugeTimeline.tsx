import '../entity.css';
import '../tools.css';
import { EventTable } from './lib/EventTable';
import { HitList } from './lib/HitList';
import { readHits, run, summaryOf, TIMELINE_DEFAULTS, writeHits } from './lib/timeline';
import { TimelinePlot } from './lib/TimelinePlot';
import { Tool } from '../lib/Tool';
import { useToolState } from '../lib/toolState';

export const interactive = true;

/** Applications on one target: which auras are left when, and which reactions happen; at first the run of gauge theory's page. */
export default function GaugeTimeline() {
  const [state, change] = useToolState(TIMELINE_DEFAULTS);
  const hits = readHits(state.hits);
  const result = run(hits);
  return (
    <Tool title="Gauge timeline" onReset={() => change(TIMELINE_DEFAULTS)}>
      <HitList hits={hits} onChange={(next) => change({ hits: writeHits(next) })} />
      <TimelinePlot run={result} />
      <output className="tool-result">{summaryOf(result)}</output>
      {result.events.length > 0 && <EventTable events={result.events} />}
    </Tool>
  );
}
