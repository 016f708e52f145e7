import type { ReactNode } from 'react';
import { notePage } from './pageNote';

export type LayoutProps = {
  title?: string;
  description?: string;
  noFooter?: boolean;
  wrapperClassName?: string;
  children?: ReactNode;
};

/** The frame of a page is the shell's; of Docusaurus' layout, what it says of the page is left. */
export default function Layout({ title, description, noFooter, wrapperClassName, children }: LayoutProps) {
  notePage({ title, description, noFooter });
  // biome-ignore lint/complexity/noUselessFragments: a component returns an element, and `children` may be undefined.
  return wrapperClassName === undefined ? <>{children}</> : <div className={wrapperClassName}>{children}</div>;
}
