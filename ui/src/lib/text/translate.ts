/** Looks up the reader's strings. One locale is loaded at a time, so a module variable is enough. */

let messages: Readonly<Record<string, string>> = {};
let language = 'en';

export function setMessages(overrides: Readonly<Record<string, string>>, locale = 'en'): void {
  messages = overrides;
  language = locale;
}

/** The string of `id` in the page's locale, else `fallback`; `{name}` is replaced from `values`. */
export function translate(
  id: string,
  fallback: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = messages[id] ?? fallback;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** As `translate`, of a string with one form for each of the language's plural categories: `One post|{count} posts`. */
export function translatePlural(
  id: string,
  fallback: string,
  count: number,
  values: Readonly<Record<string, string | number>> = { count },
): string {
  const forms = translate(id, fallback, values).split('|');
  return forms[Math.min(forms.length - 1, formIndex(count, id in messages ? language : 'en'))] ?? '';
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The forms come in the order of the categories that the language has. */
function formIndex(count: number, language: string): number {
  if (language.startsWith('en')) return count === 1 ? 0 : 1;
  const rules = new Intl.PluralRules(language);
  const own = CATEGORIES.filter((name) => (rules.resolvedOptions().pluralCategories as string[]).includes(name));
  return own.indexOf(rules.select(count));
}
