import { useState } from 'react';
import type { SidebarFilter } from './SidebarFilter';

export type LazySidebarFilter = {
  /** The component that shows what the filter leaves: undefined until it is loaded, null if it cannot be. */
  Filter: typeof SidebarFilter | null | undefined;
  /** Loads the component; asks again after a failure. */
  load: () => void;
};

/** The code of the sidebar's filter, which few readers use. */
export function useSidebarFilter(): LazySidebarFilter {
  const [Filter, setFilter] = useState<LazySidebarFilter['Filter']>();
  const load = () => {
    import('./SidebarFilter').then(
      (module) => setFilter(() => module.SidebarFilter),
      () => setFilter(null),
    );
  };
  return { Filter, load };
}
