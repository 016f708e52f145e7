// Makes plain data of what a configuration contains, and keeps what its files throw to its place; part of the same module
// as `evaluate.mjs`.

/** Any value as JSON. A function, class or other value without a JSON form becomes an object with one key that begins with `$`. */
function plain(value, above = []) {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'function') return value[STAND_IN] ?? { $function: value.name };
  if (typeof value !== 'object') return undefined;
  if (value instanceof RegExp) return { $regexp: value.source };
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (above.includes(value) || above.length > 60) return null;
  const inner = [...above, value];
  if (value instanceof Set) value = [...value];
  if (value instanceof Map) value = Object.fromEntries(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, inner) ?? null);
  const entries = Object.keys(value).map((key) => [key, plain(value[key], inner)]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Plain data for components, which may render any of it: what packages that are missing would return is an empty text. */
function asData(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(asData);
  const keys = Object.keys(value);
  if (/^\$(?:function|package|regexp)$/.test(keys[0] ?? '')) return '';
  return Object.fromEntries(keys.map((key) => [key, asData(value[key])]));
}

/** Plain data whose maps are `{$entries: [[key, value], …]}`: JSON maps lose the order, which sidebars are made of. */
function ordered(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(ordered);
  return { $entries: Object.entries(value).map(([key, item]) => [key, ordered(item)]) };
}

/** The inverse of `ordered`; other maps stay as they are. */
function unordered(value) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(unordered);
  return Object.fromEntries((value.$entries ?? Object.entries(value)).map(([key, item]) => [key, unordered(item)]));
}

/** Paths of this machine become paths of the tree: those below the site, and files and folders near it. */
function plainText(text) {
  if (!path.isAbsolute(text)) return text;
  for (const root of [site, realpathSync(site)]) {
    const inside = path.relative(root, text);
    if (inside === '') return '@site';
    const [, top, below] = text.split(path.sep);
    const isNear = below && root.split(path.sep)[1] === top && existsSync(text);
    if (!inside.startsWith('..') || isNear) return `@site/${inside.split(path.sep).join('/')}`;
  }
  return text;
}

/** What Docusaurus takes from the language data of Node for locales without `localeConfigs`. */
function locales(i18n) {
  const facts = (code) => {
    try {
      const locale = new Intl.Locale(code);
      const label = new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code);
      const direction = (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'ltr';
      return { label: label.charAt(0).toLocaleUpperCase(code) + label.slice(1), direction, htmlLang: code };
    } catch {
      return { label: code, direction: 'ltr', htmlLang: code };
    }
  };
  const codes = [i18n?.defaultLocale ?? 'en', ...(i18n?.locales ?? [])].filter((code) => typeof code === 'string');
  return Object.fromEntries(codes.map((code) => [code, facts(code)]));
}

/** Exports whose functions do not throw: what they call may be a stand-in that they cannot work with. */
function forgivingExports(exports, file) {
  const name = `./${relative(file)}`;
  const failed = (error) => {
    const place = describe(error);
    warn({ ...place, message: `a function of \`${relative(file)}\` throws: ${place.message}` });
    return standIn(name);
  };
  const known = new WeakMap();
  const wrap = (value) => {
    if (typeof value !== 'function' || value[STAND_IN] !== undefined) return value;
    if (!known.has(value)) known.set(value, new Proxy(value, { apply: (...call) => attempt(call, failed) }));
    return known.get(value);
  };
  if (typeof exports === 'function') return wrap(exports);
  if (exports?.constructor !== Object && !exports?.__esModule) return exports;
  // Read when they are asked for: files that load each other have values that are not there yet.
  const wrapped = {};
  for (const key of Object.getOwnPropertyNames(exports)) {
    Object.defineProperty(wrapped, key, {
      enumerable: Object.prototype.propertyIsEnumerable.call(exports, key),
      configurable: true,
      get: () => wrap(exports[key]),
      set: (value) => (exports[key] = value),
    });
  }
  return wrapped;
}

function attempt([value, self, parts], failed) {
  try {
    const result = Reflect.apply(value, self, parts);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
