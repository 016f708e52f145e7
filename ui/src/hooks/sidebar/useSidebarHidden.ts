import { useState } from 'react';

/** Whether the reader has hidden the docs sidebar: for as long as they stay in the docs, not across a reload. */
export function useSidebarHidden(isDocs: boolean): [boolean, () => void] {
  const [isHidden, setHidden] = useState(false);
  if (isHidden && !isDocs) setHidden(false);
  return [isHidden && isDocs, () => setHidden(!isHidden)];
}
