import { createElement, type ComponentType, type ReactNode } from 'react';

export type IslandProps<P extends object> = {
  /** The component's file name, by which the reader loads it. */
  name: string;
  of: ComponentType<P & { children?: ReactNode }>;
  /** All that the browser needs to draw it again; small, since it stands in the page. */
  props: P;
  /** Stays as it is drawn at build. */
  children?: ReactNode;
};

/** An interactive component inside one that is drawn at build, in the markup that the reader brings to life. */
export function Island<P extends object>({ name, of: Component, props, children }: IslandProps<P>) {
  const slot = children === undefined ? undefined : createElement('island-slot', null, children);
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-prefix="">
      <Component {...props}>{slot}</Component>
    </div>
  );
}
