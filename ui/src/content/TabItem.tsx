import type { ReactNode } from 'react';

export type TabItemProps = {
  value: string;
  label?: string;
  default?: boolean;
  /** Accepted for compatibility with Docusaurus; has no effect. */
  attributes?: Record<string, unknown>;
  /** Accepted for compatibility with Docusaurus; has no effect. */
  hidden?: boolean;
  children?: ReactNode;
};

/** One panel of `Tabs`, which reads its props; alone it is only its content. */
export default function TabItem({ children }: TabItemProps) {
  return <>{children}</>;
}
