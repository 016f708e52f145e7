import { useLayoutEffect } from 'react';

/** Sets the document's title for as long as the component is there. */
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
