/** A sequence of applications on one target: what happens when, and how much of each aura is there at each moment. */
import { SIZES, TRIGGERS } from './gauge';
import { apply, bareTarget, nextChange, pass, tick, type Application, type Reaction, type Target } from './target';

export type Event = {
  time: number;
  application?: Application;
  reactions: Reaction[];
  after: [aura: string, amount: number][];
};
/** An aura's amounts from where it appears to where it is gone. */
export type Curve = { aura: string; points: [time: number, amount: number][] };
export type Run = { events: Event[]; curves: Curve[]; end: number };

/** The seconds that a run continues after its last application. */
const TAIL = 15;
/** The Frozen aura fades along a curve: points of it lie this close. */
const STEP = 0.25;
export const MAX_HITS = 24;
const LAST_TIME = 120;

/** The run that the page on gauge theory works out. The key is a query parameter. */
export const TIMELINE_DEFAULTS = { hits: 'hydro-2-0_pyro-1-1_pyro-1-2_pyro-1-3_pyro-1-4_hydro-1-5' };

/** `hydro-2-0_pyro-1-1.5`, without what is no application. */
export function readHits(text: string): Application[] {
  return text
    .split('_')
    .flatMap((part) => {
      const [word = '', units, time] = part.split('-');
      const element = TRIGGERS.find((name) => name.toLowerCase() === word);
      const hit = { units: Number(units), time: Number(time) };
      const isGood =
        element !== undefined && Boolean(time) && SIZES.includes(hit.units) && hit.time >= 0 && hit.time <= LAST_TIME;
      return isGood ? [{ element, ...hit }] : [];
    })
    .slice(0, MAX_HITS);
}

/** As `readHits`, for text that is part of a page: what is no application is an error. */
export function readAllHits(text: string): Application[] {
  const parts = text.split('_');
  const wrong = parts.find((part) => readHits(part).length === 0);
  if (wrong !== undefined) {
    throw new Error(
      `\`${wrong}\` in \`${text}\` is no application; write \`hydro-2-0\`: one of ${TRIGGERS.join(', ')}, its units (${SIZES.join(', ')}) and seconds from 0 to ${LAST_TIME}`,
    );
  }
  if (parts.length > MAX_HITS)
    throw new Error(`\`${text}\` has ${parts.length} applications; ${MAX_HITS} are the most`);
  return readHits(text);
}

export function writeHits(hits: Application[]): string {
  return hits.map(({ element, units, time }) => `${element.toLowerCase()}-${units}-${time}`).join('_');
}

/** The initial values of another application: those of the last one, a second later. */
export function nextHit(hits: Application[]): Application {
  const last = hits.at(-1);
  return last
    ? { ...last, time: Number(Math.min(last.time + 1, LAST_TIME).toFixed(2)) }
    : { element: 'Hydro', units: 1, time: 0 };
}

/** The run in a sentence. */
export function summaryOf({ events, curves }: Run): string {
  const applications = events.filter(({ application }) => application).length;
  const reactions = events.reduce((sum, event) => sum + event.reactions.length, 0);
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
  if (applications === 0) return 'No application yet.';
  const left = curves.filter(({ points }) => points.at(-1)?.[1] !== 0).map(({ aura }) => aura);
  const gone = Math.max(...events.map(({ time }) => time), ...curves.map(({ points }) => points.at(-1)?.[0] ?? 0));
  const rest =
    left.length > 0 ? `${left.join(' and ')} still there at the end` : `nothing left after ${Number(gone.toFixed(2))}s`;
  return `${count(applications, 'application')}, ${count(reactions, 'reaction')}, ${rest}.`;
}

function snapshot({ auras }: Target): [string, number][] {
  return [...auras].map(([name, { amount }]) => [name, amount]);
}

class Plot {
  private open = new Map<string, Curve>();
  readonly curves: Curve[] = [];

  /** Adds the amounts of this moment; a curve that has ended goes down to nothing. */
  note(target: Target): void {
    for (const [aura, curve] of this.open) {
      if (target.auras.has(aura)) continue;
      curve.points.push([target.time, 0]);
      this.open.delete(aura);
    }
    for (const [aura, { amount }] of target.auras) {
      let curve = this.open.get(aura);
      if (!curve) {
        curve = { aura, points: [[target.time, 0]] };
        this.open.set(aura, curve);
        this.curves.push(curve);
      }
      curve.points.push([target.time, amount]);
    }
  }
}

/** Advances to `time`, with the events that happen without an application. */
function advance(target: Target, time: number, plot: Plot, events: Event[]): void {
  for (;;) {
    const change = nextChange(target);
    const until = Math.min(change ?? Infinity, time, target.time + (target.auras.has('Frozen') ? STEP : Infinity));
    if (until > target.time) pass(target, until);
    plot.note(target);
    if (target.nextTick !== null && target.time >= target.nextTick) {
      events.push({ time: target.time, reactions: [tick(target)], after: snapshot(target) });
      plot.note(target);
    } else if (target.time >= time || target.auras.size === 0) {
      break;
    }
  }
  if (time > target.time) pass(target, time);
}

export function run(hits: Application[]): Run {
  const target = bareTarget();
  const plot = new Plot();
  const events: Event[] = [];
  for (const application of [...hits].sort((a, b) => a.time - b.time)) {
    advance(target, application.time, plot, events);
    const reactions = apply(target, application);
    plot.note(target);
    events.push({ time: application.time, application, reactions, after: snapshot(target) });
  }
  const last = target.time;
  let end = last;
  while (target.auras.size > 0 && end < last + TAIL) {
    // biome-ignore lint/suspicious/noAssignInExpressions: the end of the plot moves along with the target.
    advance(target, (end = Math.min(nextChange(target) ?? end, last + TAIL)), plot, events);
  }
  return { events, curves: plot.curves, end: Math.max(1, Math.ceil(end)) };
}
