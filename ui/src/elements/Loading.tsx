import { useEffect, useState } from 'react';
import { translate } from '../lib/text/translate';

/** The spinner shows after this many milliseconds, so that a page that loads at once does not flash it. */
const DELAY = 200;

export function Loading() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), DELAY);
    return () => window.clearTimeout(timer);
  }, []);
  return isLate && <p role="status" aria-label={translate('theme.loading', 'Loading')} className="spinner" />;
}
