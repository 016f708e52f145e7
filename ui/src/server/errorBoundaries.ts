/** Renders a component so that a component inside it that throws is replaced by its children. */

import { createElement, isValidElement, type ComponentClass, type ElementType, type ReactNode } from 'react';

type Props = Record<string, unknown> & { children?: ReactNode };
type FunctionType = (props: Props) => ReactNode;
type Wrapper = { $$typeof?: symbol; type?: unknown; render?: (props: Props, ref: unknown) => ReactNode };

const FORWARD_REF = Symbol.for('react.forward_ref');
const MEMO = Symbol.for('react.memo');

const guards = new WeakMap<object, unknown>();

/** `type`, but each component inside that throws renders its children only. */
export function withErrorBoundaries(type: ElementType): ElementType {
  return guardedType(type) as ElementType;
}

function guardedType(type: unknown): unknown {
  if (typeof type !== 'function' && (typeof type !== 'object' || type === null)) return type;
  if (!guards.has(type)) guards.set(type, guardOf(type));
  return guards.get(type);
}

function guardOf(type: object): unknown {
  if (typeof type === 'function') {
    const isClass = Boolean((type.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent);
    return isClass ? guardedClass(type as ComponentClass<Props>) : guardedFunction(type as FunctionType);
  }
  const { $$typeof: kind, type: inner, render } = type as Wrapper;
  if (kind === MEMO) return guardedType(inner);
  return kind === FORWARD_REF && render ? guardedFunction((props) => render(props, props.ref ?? null)) : type;
}

function guardedFunction(type: FunctionType): FunctionType {
  return function Guarded(props) {
    return attempt(() => type(props), props);
  };
}

function guardedClass(type: ComponentClass<Props>): ComponentClass<Props> {
  return class Guarded extends type {
    override render(): ReactNode {
      return attempt(() => super.render(), this.props);
    }
  };
}

function attempt(render: () => ReactNode, { children }: Props): ReactNode {
  try {
    return guardedNode(render());
  } catch (error) {
    if (suspends(error)) throw error;
    return guardedNode(typeof children === 'function' ? null : children);
  }
}

/** React throws to suspend, too: a promise, or an error that says so. */
function suspends(error: unknown): boolean {
  const { then, message } = Object(error) as { then?: unknown; message?: unknown };
  return typeof then === 'function' || String(message).startsWith('Suspense Exception');
}

function guardedNode(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map((one: ReactNode) => guardedNode(one));
  if (typeof node === 'function') {
    const call = node as (...args: unknown[]) => ReactNode;
    return ((...args: unknown[]) => guardedNode(call(...args))) as unknown as ReactNode;
  }
  if (!isValidElement<Props>(node)) return node;
  const { children, ...props } = node.props;
  const all = children === undefined ? props : { ...props, children: guardedNode(children) };
  return createElement(guardedType(node.type) as ElementType, { ...all, key: node.key });
}
