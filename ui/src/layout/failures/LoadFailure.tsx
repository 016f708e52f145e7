import { useState } from 'react';
import { translate } from '../../lib/text/translate';
import { Icon } from '../../elements/Icon';
import { Loading } from '../../elements/Loading';

export type LoadFailureProps = { error: unknown; onRetry: () => void };

/** Replaces a page that could not be loaded because the browser is offline. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const [failed, setFailed] = useState<unknown>(null);
  const isWaiting = failed === error;
  const retry = () => {
    setFailed(error);
    onRetry();
  };
  return (
    <div className="status md" role="alert">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a region only while it has the focus. */}
      <pre tabIndex={0}>{String(error)}</pre>
      {isWaiting ? (
        <Loading />
      ) : (
        <p>
          <button type="button" className="btn" onClick={retry}>
            <Icon name="retry" />
            {translate('theme.loading.retry', 'Retry')}
          </button>
        </p>
      )}
    </div>
  );
}
