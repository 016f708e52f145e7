import type { ReactNode } from 'react';

export type TabItemProps = {
  value: string;
  label?: string;
  default?: boolean;
  /** Accepted for Docusaurus' sake, without effect. */
  attributes?: Record<string, unknown>;
  /** Accepted for Docusaurus' sake, without effect. */
  hidden?: boolean;
  children?: ReactNode;
};

/** One panel of `Tabs`, which reads its props; alone it is only its content. */
export default function TabItem({ children }: TabItemProps) {
  return <>{children}</>;
}
