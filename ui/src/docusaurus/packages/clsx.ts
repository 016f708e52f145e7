type Class = string | number | bigint | boolean | null | undefined | Record<string, unknown> | Class[];

/** Joins class names; of objects those keys whose value is true. */
export function clsx(...classes: Class[]): string {
  return classes.map(name).filter(Boolean).join(' ');
}

function name(value: Class): string {
  if (Array.isArray(value)) return clsx(...value);
  if (value !== null && typeof value === 'object')
    return Object.keys(value)
      .filter((key) => value[key])
      .join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export default clsx;
