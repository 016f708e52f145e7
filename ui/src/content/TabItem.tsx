import type { ReactNode } from 'react';

export type TabItemProps = { value: string; label?: string; default?: boolean; children?: ReactNode };

/** One panel of `Tabs`, which reads its props; alone it is only its content. */
export default function TabItem({ children }: TabItemProps) {
  return <>{children}</>;
}
