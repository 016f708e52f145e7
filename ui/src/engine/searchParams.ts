/** The part of `URLSearchParams` that the router uses during rendering. */

type Pair = [name: string, value: string];
type Source = string | Iterable<Pair> | Record<string, string>;

export class EngineSearchParams {
  private pairs: Pair[];

  constructor(source: Source = '') {
    if (typeof source === 'string') this.pairs = parse(source);
    else
      this.pairs =
        Symbol.iterator in source
          ? [...(source as Iterable<Pair>)].map(([name, value]) => [name, value])
          : Object.entries(source);
  }

  get(name: string): string | null {
    return this.pairs.find(([own]) => own === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.pairs.filter(([own]) => own === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.pairs.some(([own]) => own === name);
  }

  append(name: string, value: string): void {
    this.pairs.push([String(name), String(value)]);
  }

  delete(name: string): void {
    this.pairs = this.pairs.filter(([own]) => own !== name);
  }

  set(name: string, value: string): void {
    const first = this.pairs.findIndex(([own]) => own === name);
    if (first < 0) {
      this.append(name, value);
      return;
    }
    this.pairs = this.pairs.filter(([own], index) => index <= first || own !== name);
    this.pairs[first] = [name, String(value)];
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.pairs) visit(value, name);
  }

  keys(): IterableIterator<string> {
    return this.pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.pairs.map(([, value]) => value).values();
  }

  entries(): IterableIterator<Pair> {
    return this.pairs.values();
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  get size(): number {
    return this.pairs.length;
  }

  toString(): string {
    return this.pairs.map((pair) => pair.map(encode).join('=')).join('&');
  }
}

function parse(text: string): Pair[] {
  const parts = text.replace(/^\?/, '').split('&');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

/** A malformed escape stays as it is. */
function decode(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

function encode(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, hex)
    .replaceAll('%20', '+');
}
