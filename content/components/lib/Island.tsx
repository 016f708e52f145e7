import { createElement, type ComponentType, type ReactNode } from 'react';

export type IslandProps<P extends object> = {
  /** The component's file name, by which the reader loads it. */
  name: string;
  of: ComponentType<P & { children?: ReactNode }>;
  /** The props with which the browser hydrates it; small, because the page contains them. */
  props: P;
  /** `use`: complete as served, so that React takes it over at the first sign of use. */
  hydrateOn?: 'use';
  /** The key of the browser's storage whose value it shows: where there is one, it hydrates when it comes into view. */
  stored?: string;
  /** Rendered at build, and not hydrated. */
  children?: ReactNode;
};

/** An interactive component inside one that is rendered at build, in the markup that the client hydrates. */
export function Island<P extends object>({ name, of: Component, props, hydrateOn, stored, children }: IslandProps<P>) {
  const slot = children === undefined ? undefined : createElement('island-slot', null, children);
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      data-prefix=""
      data-hydrate-on={hydrateOn}
      data-stored={stored}
    >
      <Component {...props}>{slot}</Component>
    </div>
  );
}
