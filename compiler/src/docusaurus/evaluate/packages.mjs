// Packages of the site's repository, and what stands for packages that are not installed and whose results a configuration or a
// plugin needs; part of the same module as `evaluate.mjs`.

/** A package of the repository that the site is a part of; undefined for another, and for one that cannot be loaded. */
function loadOfRepository(request) {
  const file = workspaceFile(request, site);
  if (file === null || broken.has(request)) return undefined;
  try {
    return loadFile(file, request);
  } catch (error) {
    broken.set(request, describe(error).message);
    return undefined;
  }
}

/** `fs-extra`: functions of `fs` that return promises where they get no callback, and its own of the usual ones. */
function fileSystem() {
  const promised = (name) => [
    name,
    (...values) => (typeof values.at(-1) === 'function' ? fs[name](...values) : fs.promises[name](...values)),
  ];
  const names = Object.keys(fs.promises).filter((name) => typeof fs[name] === 'function');
  const folder = (file) => fs.mkdirSync(file, { recursive: true });
  const readJsonSync = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
  const outputFileSync = (file, ...rest) => {
    folder(path.dirname(file));
    return fs.writeFileSync(file, ...rest);
  };
  const writeJsonSync = (file, value, { spaces } = {}) =>
    outputFileSync(file, `${JSON.stringify(value, null, spaces)}\n`);
  const removeSync = (file) => fs.rmSync(file, { recursive: true, force: true });
  const copySync = (from, to) => fs.cpSync(from, to, { recursive: true });
  const own = { readJson: readJsonSync, readJSON: readJsonSync, writeJson: writeJsonSync, writeJSON: writeJsonSync };
  Object.assign(own, { outputJson: writeJsonSync, outputFile: outputFileSync, pathExists: fs.existsSync });
  Object.assign(own, { ensureDir: folder, mkdirp: folder, mkdirs: folder, remove: removeSync, copy: copySync });
  const both = Object.entries(own).flatMap(([name, sync]) => [
    [name, async (...values) => sync(...values)],
    [`${name}Sync`, sync],
  ]);
  return { ...fs, ...Object.fromEntries([...names.map(promised), ...both]) };
}

/** The functions of `@docusaurus/utils` that give plain texts, with a stand-in for all others. */
function docusaurusUtils() {
  const others = standIn('@docusaurus/utils');
  const posixPath = (file) => file.split('\\').join('/');
  const known = {
    posixPath,
    aliasedSitePath: (file, folder) => `@site/${posixPath(path.relative(folder, file))}`,
    addLeadingSlash: (text) => `/${text.replace(/^\//, '')}`,
    addTrailingSlash: (text) => `${text.replace(/\/$/, '')}/`,
    removeTrailingSlash: (text) => text.replace(/\/$/, ''),
    docuHash: (text) => `${text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}-${shortHash(text)}`,
    normalizeUrl,
  };
  return new Proxy(others, { get: (_, key) => (Object.hasOwn(known, key) ? known[key] : others[key]) });
}

/** The parts of an address with one slash between them. */
function normalizeUrl(parts) {
  const joined = parts.filter((part) => typeof part === 'string' && part !== '').join('/');
  const [, origin, rest] = /^([A-Za-z][\w+.-]*:\/*)?(.*)$/s.exec(joined);
  const start = origin === undefined ? '' : /^file:/.test(origin) ? 'file:///' : origin.replace(/\/*$/, '//');
  const address = rest.replace(/\/{2,}/g, '/').replace(/\/(?=[?#])/g, '');
  return start + (start === '' ? address : address.replace(/^\//, ''));
}

/** A short text that differs for different texts. */
function shortHash(text) {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)) % 46656;
  return hash.toString(36).padStart(3, '0');
}

/** `gray-matter`: the front matter of a text, as far as a key and its value are one line, and the rest. */
function separateFrontMatter(text) {
  const [head = '', lines = ''] = /^---\r?\n(.*?)\n---[^\n]*(?:\n|$)/s.exec(text) ?? [];
  const entries = lines.split(/\r?\n/).flatMap((line) => {
    const [, key, written] = /^([\w-]+):\s+(\S.*?)\s*$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, scalar(written)]];
  });
  return { content: text.slice(head.length), data: Object.fromEntries(entries) };
}

/** A value of YAML on one line; what is more than a text, a number or a truth value stays a text. */
function scalar(written) {
  const [, single] = /^'((?:[^']|'')*)'$/.exec(written) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** The minutes that a text takes, as Docusaurus counts them. */
function readingTime({ content, locale, options }) {
  const segments = new Intl.Segmenter(locale, { granularity: 'word' }).segment(content);
  const words = [...segments].filter((segment) => segment.isWordLike).length;
  return Math.round((words / (options?.wordsPerMinute ?? 200)) * 100) / 100;
}

/** `zod`: schemas that accept any value and return it as it is. */
function unchecked() {
  const parse = (value) => value;
  const known = {
    parse,
    parseAsync: async (value) => value,
    safeParse: (data) => ({ success: true, data }),
  };
  // A schema is no promise.
  const isMissing = (key) => typeof key === 'symbol' || key === 'then';
  const get = (_, key) => (isMissing(key) ? undefined : key in known ? known[key] : schema);
  // esbuild copies a module's own names onto an object that has this prototype.
  const getPrototypeOf = () => new Proxy({}, { get });
  const schema = new Proxy(() => {}, { get, getPrototypeOf, apply: () => schema });
  return schema;
}
