import { useLayoutEffect, useState } from 'react';

/** The value, a frame late: a new page is painted before what is beside its text. At first it is `initial`. */
export function useAfterPaint<T>(value: T, initial: T): T {
  const [shown, setShown] = useState(() => initial);
  // Only the browser knows when it paints: a timer of a frame ends after its paint.
  useLayoutEffect(() => {
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setShown(() => value));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [value]);
  return shown;
}
