/** Looks up the reader's strings. One locale is loaded at a time, so a module variable is enough. */

let messages: Readonly<Record<string, string>> = {};

export function setMessages(overrides: Readonly<Record<string, string>>): void {
  messages = overrides;
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
