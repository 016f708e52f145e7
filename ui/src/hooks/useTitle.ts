import { useLayoutEffect } from 'react';

/** Sets the document's title while the component is mounted. */
export function useTitle(title: string): void {
  // The title is outside React's tree.
  useLayoutEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
