import { useEffect, useState } from 'react';

/** False while the served HTML is drawn and brought to life, then true. */
export default function useIsBrowser(): boolean {
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  return isBrowser;
}
