/** The rules of the internal cooldown: which of some hits apply their element. */
import rules from '../../../data/gauge.json';
import { TRACE } from '../../lib/arithmetic';

export type IcdRule = {
  /** One hit of so many applies the element; without it only the timer does. */
  hits?: number;
  /** The hit that comes this long after the timer's start starts it again, and applies the element. */
  seconds: number;
  /** The sequence has so many terms; hits beyond it apply nothing until the timer is over. */
  terms?: number;
};

/** The timer lets the hit through, or the count of hits does. */
export type Because = 'timer' | 'count';

export type IcdHit = {
  time: number;
  /** The hit's number since the timer's start, from 1. */
  count: number;
  /** Since the timer's start. */
  elapsed: number;
  /** Why the element is applied; `null` if it is not. */
  because: Because | null;
};

const STANDARD: IcdRule = rules.standard_icd;

/** Reads an ICD as the data writes it: `Standard`, `3 hits / 1s`, `12s/3 Hits`, `3s`. */
export function readRule(text: string): IcdRule | null {
  if (/^standard\b/i.test(text)) return STANDARD;
  const timer = /^([\d.]+)s$/i.exec(text);
  if (timer) return { seconds: Number(timer[1]) };
  const [, hits, seconds] =
    /^(\d+)[ -]?hits? ?\/ ?([\d.]+)s\b/i.exec(text) ?? swapped(/^([\d.]+)s ?\/ ?(\d+)[ -]?hits?\b/i.exec(text));
  if (hits === undefined || seconds === undefined) return null;
  const rule = { hits: Number(hits), seconds: Number(seconds) };
  return rule.hits === STANDARD.hits && rule.seconds === STANDARD.seconds ? STANDARD : rule;
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] {
  return match ? [match[0], match[2], match[1]] : [];
}

/** A rule in words: `every 3 hits or every 2.5s`. */
export function ruleText({ hits, seconds }: IcdRule): string {
  return hits === undefined ? `once every ${seconds}s` : `every ${hits} hits or every ${seconds}s`;
}

function applies({ hits, terms = Infinity }: IcdRule, count: number): boolean {
  return count === 1 || (hits !== undefined && count <= terms && (count - 1) % hits === 0);
}

/** The hits at these times (seconds, in order), each with whether it applies the element. The count of hits never restarts the timer. */
export function icdHits(times: number[], rule: IcdRule): IcdHit[] {
  let start = -Infinity;
  let count = 0;
  return times.map((time) => {
    if (time - start >= rule.seconds - TRACE) {
      start = time;
      count = 0;
    }
    count += 1;
    const because = applies(rule, count) ? (count === 1 ? 'timer' : 'count') : null;
    return { time, count, elapsed: time - start, because };
  });
}
