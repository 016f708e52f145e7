/** The forms of English words; the counterpart of `server/src/search/inflections.rs`. */

import type { Form } from './expansions';
import type { English, Store } from './store';

/** Other forms of an English word; those that the index does not know are passed over. */
export function forms({ endings, suffixes }: English, term: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
  if (!/^[\x00-\x7f]{3,}$/.test(term)) return [];
  const stems = [term];
  for (const [ending, others] of suffixes) {
    const stem = term.slice(0, -ending.length);
    if (!term.endsWith(ending) || stem.length < 3) continue;
    stems.push(...others.map((other) => stem + other));
    if (ending.length > 1 && stem.at(-1) === stem.at(-2)) stems.push(stem.slice(0, -1));
  }
  const list = [...stems, ...stems.flatMap((stem) => related(endings, stem))]
    .filter((stem) => stem.length >= 3)
    .flatMap((stem) => {
      const bare = stem.replace(/e$/, '');
      return [
        stem,
        `${stem}s`,
        `${stem}es`,
        `${bare}ing`,
        `${bare}ed`,
        ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ies`] : []),
      ];
    });
  return [...new Set(list)].filter((form) => form !== term);
}

/** The word with each other ending of its pair. */
function related(endings: English['endings'], word: string): string[] {
  const swapped = (from: string, to: string) =>
    word.endsWith(from) && word.length >= from.length + 2 ? [word.slice(0, word.length - from.length) + to] : [];
  return endings.flatMap(([one, other]) => [...swapped(one, other), ...swapped(other, one)]);
}

/** The term and its forms, if the index has them. */
export async function knownForms(store: Store, term: string): Promise<Form[]> {
  const all = [term, ...forms(store.site.english, term)];
  const postings = await Promise.all(all.map((form) => store.postings(form)));
  return all.flatMap((form, at) => {
    const own = postings[at];
    return own ? [{ term: form, postings: own }] : [];
  });
}
