import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect` in the browser; at build, where it would only warn, `useEffect`. */
export default typeof window === 'undefined' ? useEffect : useLayoutEffect;
