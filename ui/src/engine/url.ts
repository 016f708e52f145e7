/**
 * The part of `URL` that the router uses during rendering: it resolves paths of this site.
 *
 * It throws for other addresses, as the constructor does for invalid ones.
 */

const ADDRESS = /^(https?):\/\/([^/?#@\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/** Characters of paths that the URL standard escapes and `encodeURI` does not, and the reverse. */
const UNESCAPED: Record<string, string> = { '%25': '%', '%5B': '[', '%5D': ']', '%7C': '|', '%5C': '/', '%5E': '^' };

export class EngineUrl {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  constructor(address: string | EngineUrl, base?: string | EngineUrl) {
    const match = ADDRESS.exec(absolute(String(address), base));
    if (!match) throw new TypeError('Invalid URL');
    const [, scheme = '', host = '', path = '', search = '', hash = ''] = match;
    this.protocol = `${scheme.toLowerCase()}:`;
    this.host = host.toLowerCase();
    this.pathname = withoutDots(encodePath(path));
    this.search = search === '?' ? '' : encodeURI(search).replaceAll('%25', '%').replaceAll("'", '%27');
    this.hash = hash === '#' ? '' : encodeURI(hash).replaceAll('%25', '%');
  }

  get origin(): string {
    return `${this.protocol}//${this.host}`;
  }

  get href(): string {
    return `${this.origin}${this.pathname}${this.search}${this.hash}`;
  }

  toString(): string {
    return this.href;
  }
}

function absolute(address: string, base: string | EngineUrl | undefined): string {
  if (base === undefined || /^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const { protocol, origin, pathname, search } = typeof base === 'string' ? new EngineUrl(base) : base;
  if (address.startsWith('//')) return `${protocol}${address}`;
  if (address.startsWith('/')) return `${origin}${address}`;
  if (address === '' || address.startsWith('#')) return `${origin}${pathname}${search}${address}`;
  if (address.startsWith('?')) return `${origin}${pathname}${address}`;
  return `${origin}${pathname.replace(/[^/]*$/, '')}${address}`;
}

function encodePath(path: string): string {
  return encodeURI(path).replace(/%(?:25|5B|5D|7C|5C|5E)/g, (sequence) => UNESCAPED[sequence] ?? sequence);
}

function withoutDots(path: string): string {
  const segments: string[] = [];
  const parts = path.split('/').slice(1);
  parts.forEach((part, index) => {
    const plain = part.replace(/%2e/gi, '.');
    if (plain === '..') segments.pop();
    else if (plain !== '.') segments.push(part);
    if (index === parts.length - 1 && (plain === '.' || plain === '..')) segments.push('');
  });
  return `/${segments.join('/')}`;
}
