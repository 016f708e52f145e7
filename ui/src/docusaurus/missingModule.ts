/**
 * The stand-in for a module that is missing: a component that renders its children. Each export of it, and each member and
 * result of these, is such a stand-in again.
 */

type Called = (...values: unknown[]) => unknown;

/** Fields by which React and JavaScript distinguish kinds of values: this one is a function without any of them. */
const ABSENT = new Set<PropertyKey>([
  '$$typeof',
  'childContextTypes',
  'contextType',
  'contextTypes',
  'defaultProps',
  'getDerivedStateFromProps',
  'propTypes',
  'then',
  'toJSON',
  Symbol.asyncIterator,
  Symbol.hasInstance,
  Symbol.toStringTag,
]);

/** What a list would answer: an empty one. */
const LIST = new Set<PropertyKey>(['concat', 'filter', 'flat', 'flatMap', 'map', 'slice', 'sort', 'split', 'toSorted']);
const NOTHING = new Set<PropertyKey>(['find', 'findLast', 'forEach', 'at', 'pop', 'shift']);

/** The value; as text, as a list and as a number it is empty. */
export function missingModule(name: string): Called {
  // A class of the site may extend it, so it must be a constructor.
  function target() {}
  // esbuild gives a namespace this prototype, and reads the imported names from it. It ends the chain, for `instanceof`.
  const prototype = new Proxy({}, { get: (_, key) => Reflect.get(self, key), getPrototypeOf: () => null });
  const self: Called = new Proxy(target as Called, {
    apply: (_, _this, values) => (isRendered(values) ? (values[0].children ?? null) : self),
    construct: () => self as object,
    getPrototypeOf: () => prototype,
    get: (own, key) => {
      if (key === 'prototype') return Reflect.get(own, key);
      if (key === 'name' || key === 'displayName') return name;
      if (key === '__esModule') return true;
      if (key === 'length') return 0;
      if (key === 'toString' || key === 'valueOf' || key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (LIST.has(key)) return () => [];
      if (NOTHING.has(key) || ABSENT.has(key)) return NOTHING.has(key) ? () => undefined : undefined;
      return self;
    },
  });
  return self;
}

/** React calls a component with its properties and a second, empty argument; a hook or another function is called otherwise. */
function isRendered(values: unknown[]): values is [{ children?: unknown }] {
  const [props] = values;
  if (typeof props !== 'object' || props === null) return false;
  return 'children' in props || (values.length === 2 && values[1] === undefined);
}
