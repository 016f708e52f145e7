import type { ReactNode } from 'react';
import { overridePage } from './pageOverrides';

export type LayoutProps = {
  title?: string;
  description?: string;
  noFooter?: boolean;
  wrapperClassName?: string;
  children?: ReactNode;
};

/** Docusaurus' layout: sets the page's metadata and renders its children. The layout itself is the shell's. */
export default function Layout({ title, description, noFooter, wrapperClassName, children }: LayoutProps) {
  overridePage({ title, description, noFooter });
  // biome-ignore lint/complexity/noUselessFragments: a component returns an element, and `children` may be undefined.
  return wrapperClassName === undefined ? <>{children}</> : <div className={wrapperClassName}>{children}</div>;
}
