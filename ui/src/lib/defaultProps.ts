import type { ElementType } from 'react';

type Props = Record<string, unknown>;

/** The properties with `defaultProps` of a component that is a function: React 19 reads only those of classes. */
export function withDefaults(type: ElementType, props: Props): Props {
  if (typeof type !== 'function' || type.prototype?.isReactComponent) return props;
  const { defaultProps } = type as { defaultProps?: Props };
  if (!defaultProps) return props;
  const filled = { ...props };
  for (const [name, value] of Object.entries(defaultProps)) if (filled[name] === undefined) filled[name] = value;
  return filled;
}
