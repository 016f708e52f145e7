/** What the library states of a passive's figures: whether they are for the wielder, and of a size that is known. */

/** The effects of a weapon, as `content/data/claims/effects` states them. */
export type EffectText = { text: string[] };

/** Begins the rest of a sentence in which a figure is a share of a stat, or counts something. */
const OF_ANOTHER = /^%? (?:of|per) /;
/** The figures are for others. */
const FOR_OTHERS = /except the holder|other nearby party members/;
const SERIES_END = /[\d%](?= |\.|,|$)/g;

/** `0.8/1/1.2/1.4/1.6`, or one number for a figure that is the same at each refinement. */
function seriesOf(values: number[]): string {
  return new Set(values).size === 1 ? String(values[0]) : values.join('/');
}

/**
 * Whether the figures are a share of a stat (`0.8% of Max HP`), count something (`8% per 1000 DEF`), or are for others than the
 * wielder. The calculator has no field for these.
 */
export function isBeyondFields(values: number[], effect: EffectText | undefined): boolean {
  const series = seriesOf(values).replaceAll('.', '\\.');
  const figure = new RegExp(`(?<![\\d./])${series}(?![\\d/]|\\.\\d)`, 'g');
  return (effect?.text ?? [])
    .flatMap((text) => text.split(/(?<=\.) /))
    .some((sentence) =>
      [...sentence.matchAll(figure)].some(({ index, 0: { length } }) => {
        const before = sentence.slice(0, index);
        // What is said of the figure before it has nothing to do with this one.
        const last = [...before.matchAll(SERIES_END)].at(-1)?.index ?? 0;
        return OF_ANOTHER.test(sentence.slice(index + length)) || FOR_OTHERS.test(before.slice(last));
      }),
    );
}
