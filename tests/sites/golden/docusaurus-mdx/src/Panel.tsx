import type { ReactNode } from 'react';

export function Panel({ icon, items, label }: { icon: ReactNode; items: ReactNode[]; label: ReactNode }) {
  return (
    <aside>
      {icon} {label}
      {items}
    </aside>
  );
}
