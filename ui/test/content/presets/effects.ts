/** What the library states of a passive's figures: whether they are for the wielder, of a size that is known, and how often they stack. */

/** The effects of a weapon, as `content/data/claims/effects` states them. */
export type EffectText = { text: string[] };

/** Where a figure is in the text. */
type Place = { sentences: string[]; at: number; before: string; after: string };

/** Begins the rest of a sentence in which a figure is a share of a stat, or counts something. */
const OF_ANOTHER = /^%? (?:of|per) (?!stack)/;
/** The figures are for others. */
const FOR_OTHERS = /except the holder|other nearby party members/;
const SERIES_END = /[\d%](?= |\.|,|$)/g;
/** `Max 3 stacks`, after the sentence with the figure. */
const MAX_STACKS = /^Max (\d+) stacks/;
/** `up to 2 stacks`, or a sentence `Max 4 stacks`, before the sentence that says what each stack does. */
const STACKS_BEFORE = /(?:up to|Max) (\d+) stacks/g;

/** `0.8/1/1.2/1.4/1.6`, or one number for a figure that is the same at each refinement. */
function seriesOf(values: number[]): string {
  return new Set(values).size === 1 ? String(values[0]) : values.join('/');
}

/** The `nth` place of the figures, from 0: a text can have the same series several times. The last one if there are fewer. */
function placeOf(values: number[], nth: number, effect: EffectText | undefined): Place | undefined {
  const series = seriesOf(values).replaceAll('.', '\\.');
  const figure = new RegExp(`(?<![\\d./])${series}(?![\\d/]|\\.\\d)`, 'g');
  const sentences = (effect?.text ?? []).flatMap((text) => text.split(/(?<=\.) /));
  const places = sentences.flatMap((sentence, at) =>
    [...sentence.matchAll(figure)].map(({ index, 0: { length } }) => {
      const before = sentence.slice(0, index);
      return { sentences, at, before, after: sentence.slice(index + length) };
    }),
  );
  return places[Math.min(nth, places.length - 1)];
}

/** The name of the stacks that a figure is for each of: `per Wavespike consumed` where the text has a `Wavespike stack`. */
function countedStack({ sentences, after }: Place): string | undefined {
  const name = /^%? per (\w+)/.exec(after)?.[1];
  return sentences.some((sentence) => sentence.includes(`${name} stack`)) ? name : undefined;
}

/**
 * Whether the figures are a share of a stat (`0.8% of Max HP`), count something (`8% per 1000 DEF`), or are for others than the
 * wielder. The calculator has no field for these.
 */
export function isBeyondFields(values: number[], effect: EffectText | undefined, nth = 0): boolean {
  const place = placeOf(values, nth, effect);
  if (!place) return false;
  const { before, after } = place;
  // What is said of the figure before it has nothing to do with this one.
  const last = [...before.matchAll(SERIES_END)].at(-1)?.index ?? 0;
  return (OF_ANOTHER.test(after) && countedStack(place) === undefined) || FOR_OTHERS.test(before.slice(last));
}

/** How many stacks of the figures there can be; undefined where they do not stack. */
export function stacksOf(values: number[], effect: EffectText | undefined, nth = 0): number | undefined {
  const place = placeOf(values, nth, effect);
  if (!place) return undefined;
  const { sentences, at, before } = place;
  const next = MAX_STACKS.exec(sentences[at + 1] ?? '')?.[1];
  if (next !== undefined) return Number(next);
  const isForEach = /\b[Ee]ach (?:[\w'’]+ )*stack\b/.test(before) || countedStack(place) !== undefined;
  if (!isForEach) return undefined;
  const earlier = [...sentences.slice(0, at).join(' ').matchAll(STACKS_BEFORE)].at(-1)?.[1];
  return earlier === undefined ? undefined : Number(earlier);
}
