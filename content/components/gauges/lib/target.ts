/** A target with its auras: what time and applications do to it. */
import rules from '../../../data/gauge.json';
import { TRACE } from '../../lib/arithmetic';
import { decayRate, freezeTime, quickenRate, STAYING, swirlGauge, taxed } from './gauge';

export type Aura = { amount: number; rate: number };
export type Target = {
  time: number;
  auras: Map<string, Aura>;
  /** The speed at which a Frozen aura fades or would fade. */
  freezeRate: number;
  /** When Electro-Charged ticks next, and when it last did. */
  nextTick: number | null;
  lastTick: number | null;
};

/** A reaction of one application: what it took, and what came of it. */
export type Reaction = { name: string; taken: [aura: string, amount: number][]; note?: string };
export type Application = { element: string; units: number; time: number };

type Factor = { reaction: string; trigger: string; auras: string[]; factor: number; many?: string };

const FACTORS: Factor[] = rules.factors;
const ORDER: Record<string, string[]> = rules.order;

export function bareTarget(): Target {
  return { time: 0, auras: new Map(), freezeRate: rules.frozen.decay, nextTick: null, lastTick: null };
}

function amountOf(target: Target, name: string): number {
  return target.auras.get(name)?.amount ?? 0;
}

function reduce(target: Target, name: string, amount: number): number {
  const aura = target.auras.get(name);
  if (!aura) return 0;
  const taken = Math.min(aura.amount, amount);
  aura.amount -= taken;
  if (aura.amount <= TRACE) target.auras.delete(name);
  return taken;
}

/** When something happens by itself next: an aura ends, or Electro-Charged ticks. */
export function nextChange(target: Target): number | null {
  const ends = [...target.auras].map(([name, { amount, rate }]) =>
    name === 'Frozen' ? freezeTime(amount, target.freezeRate) : amount / rate,
  );
  const times = ends.map((after) => target.time + after);
  if (target.nextTick !== null) times.push(target.nextTick);
  return times.length === 0 ? null : Math.min(...times);
}

/** Advances to `time`, without any tick. */
export function pass(target: Target, time: number): void {
  const seconds = time - target.time;
  const { decay, growth, recovery } = rules.frozen;
  const isFrozen = target.auras.has('Frozen');
  for (const [name, aura] of [...target.auras]) {
    const fallen = name === 'Frozen' ? target.freezeRate * seconds + (growth / 2) * seconds ** 2 : aura.rate * seconds;
    reduce(target, name, fallen);
  }
  target.freezeRate = isFrozen
    ? target.freezeRate + growth * seconds
    : Math.max(decay, target.freezeRate - recovery * seconds);
  target.time = time;
  if (!target.auras.has('Electro') || !target.auras.has('Hydro')) target.nextTick = null;
}

/** A tick of Electro-Charged, which takes the same from both. */
export function tick(target: Target): Reaction {
  const { tick: size, every } = rules.electro_charged;
  const taken = ['Electro', 'Hydro'].map((name): [string, number] => [name, reduce(target, name, size)]);
  const goesOn = target.auras.has('Electro') && target.auras.has('Hydro');
  target.lastTick = target.time;
  target.nextTick = goesOn ? target.time + every : null;
  return { name: 'Electro-Charged tick', taken };
}

/** A new application brings the next tick forward, within the least pause between two. */
function charge(target: Target): Reaction {
  const { pause } = rules.electro_charged;
  const isFree = target.lastTick === null || target.time - target.lastTick >= pause - TRACE;
  if (isFree) return { ...tick(target), name: 'Electro-Charged' };
  target.nextTick ??= (target.lastTick ?? target.time) + pause;
  return { name: 'Electro-Charged', taken: [], note: 'the tick waits' };
}

/** Taxed, then compared with what is there: the larger amount stays, at the speed of the first. */
function attach(target: Target, { element, units }: Application): void {
  const amount = taxed(units);
  const aura = target.auras.get(element);
  // Pyro as gcsim has it: as much as is left or more replaces the aura and its speed.
  const replaces = element === 'Pyro' && aura !== undefined && amount >= aura.amount;
  if (!aura || replaces) target.auras.set(element, { amount, rate: decayRate(units) });
  else aura.amount = Math.max(aura.amount, amount);
}

/** A reaction consumes all its auras at once; the trigger spends the largest of their costs. */
function consume(
  target: Target,
  auras: string[],
  factor: number,
  left: number,
): { taken: [string, number][]; spent: number } {
  const taken = auras.map((name): [string, number] => [name, reduce(target, name, left * factor)]);
  return { taken, spent: Math.max(...taken.map(([, amount]) => amount)) / factor };
}

/** What a reaction leaves behind on the target, or spreads. */
function outcome(
  target: Target,
  { reaction, factor }: Factor,
  left: number,
  before: number,
  taken: number,
): string | undefined {
  if (reaction === 'Frozen') {
    const amount = Math.max(amountOf(target, 'Frozen'), rules.frozen.yield * taken);
    target.auras.set('Frozen', { amount, rate: 0 });
  } else if (reaction === 'Quicken' && taken >= amountOf(target, 'Quicken')) {
    target.auras.set('Quicken', { amount: taken, rate: quickenRate(taken) });
  } else if (reaction === 'Swirl') {
    return `spreads ${Number(swirlGauge(before, left, factor).toFixed(2))}U`;
  }
  return undefined;
}

/** Reactions that consume: each group of auras in turn, as long as the trigger lasts. */
function react(target: Target, rule: Factor, left: number): { reactions: Reaction[]; spent: number } {
  const present = rule.auras.filter((name) => target.auras.has(name));
  const groups =
    rule.many === undefined ? [present] : present.slice(0, rule.many === 'first' ? 1 : undefined).map((name) => [name]);
  const reactions: Reaction[] = [];
  let spent = 0;
  for (const group of groups) {
    if (group.length === 0 || left - spent <= TRACE) break;
    const before = Math.max(...group.map((name) => amountOf(target, name)));
    const gone = consume(target, group, rule.factor, left - spent);
    const note = outcome(target, rule, left - spent, before, gone.taken[0]?.[1] ?? 0);
    reactions.push({ name: rule.reaction, taken: gone.taken, note });
    spent += gone.spent;
  }
  return { reactions, spent };
}

/** Reactions that do not consume the trigger. */
function freeReaction(target: Target, name: string, element: string): Reaction | null {
  const has = (aura: string) => target.auras.has(aura);
  if ((name === 'Spread' || name === 'Aggravate') && has('Quicken')) return { name, taken: [] };
  if (name === 'Burning' && (element === 'Pyro' ? has('Dendro') || has('Quicken') : has('Pyro')))
    return { name, taken: [] };
  if (name === 'Shattered' && has('Frozen')) return { name, taken: [['Frozen', reduce(target, 'Frozen', Infinity)]] };
  return null;
}

/** An application at the target's present time: its reactions in their order, and an aura if nothing used it up. */
export function apply(target: Target, application: Application): Reaction[] {
  const { element, units } = application;
  const reactions: Reaction[] = [];
  let left = units;
  for (const name of ORDER[element] ?? []) {
    if (left <= TRACE) break;
    const free = freeReaction(target, name, element);
    if (free) reactions.push(free);
    const rule = FACTORS.find(({ reaction, trigger }) => reaction === name && trigger === element);
    if (!rule) continue;
    const done = react(target, rule, left);
    reactions.push(...done.reactions);
    left -= done.spent;
  }
  if (left < units || !STAYING.includes(element)) return reactions;
  attach(target, application);
  const partner = { Electro: 'Hydro', Hydro: 'Electro' }[element];
  if (partner !== undefined && target.auras.has(partner)) reactions.push(charge(target));
  return reactions;
}
