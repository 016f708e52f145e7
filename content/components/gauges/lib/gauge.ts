/** Sizes, rates and lives of auras, by the rules of gauge theory. Units are U and seconds. */
import rules from '../../../data/gauge.json';

/** Elements that stay on a target. */
export const STAYING = ['Pyro', 'Hydro', 'Electro', 'Cryo', 'Dendro'];
export const TRIGGERS = [...STAYING, 'Anemo', 'Geo'];
export const SIZES = rules.sizes;

/** What an application leaves on a bare target. */
export function taxed(units: number): number {
  return rules.tax * units;
}

/** The seconds that an aura from an application lasts if nothing reacts with it. */
export function life(units: number): number {
  return rules.life.per_unit * units + rules.life.base;
}

/** The speed at which such an aura fades. */
export function decayRate(units: number): number {
  return taxed(units) / life(units);
}

export function secondsPerUnit(units: number): number {
  return 1 / decayRate(units);
}

/** What is left of a single application. */
export function amountAt(units: number, time: number): number {
  return Math.max(0, taxed(units) - decayRate(units) * time);
}

/** The gauge that a Swirl spreads, before its tax. */
export function swirlGauge(aura: number, anemo: number, factor: number): number {
  return rules.swirl.slope * (aura >= anemo * factor ? anemo : aura) + rules.swirl.base;
}

/** How long a Frozen aura holds whose decay has the speed `rate` at its start. */
export function freezeTime(amount: number, rate = rules.frozen.decay): number {
  const { growth } = rules.frozen;
  return (Math.sqrt(rate * rate + 2 * growth * amount) - rate) / growth;
}

/** The speed at which a Quicken aura of this size fades. */
export function quickenRate(amount: number): number {
  return amount / (rules.quicken.per_unit * amount + rules.quicken.base);
}
