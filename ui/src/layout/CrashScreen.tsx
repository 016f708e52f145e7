import { useTitle } from '../hooks/useTitle';
import { causeChain } from '../lib/crash';
import { translate } from '../lib/translate';

export type CrashScreenProps = { error: unknown; onRetry: () => void };

export function CrashScreen({ error, onRetry }: CrashScreenProps) {
  useTitle(translate('theme.ErrorPageContent.pageTitle', 'Page Error'));
  const [message = '', ...causes] = causeChain(error);
  return (
    <div className="status md" role="alert">
      <h1>{translate('theme.ErrorPageContent.title', 'This page crashed.')}</h1>
      <p>
        <button type="button" className="btn btn-main" onClick={onRetry}>
          {translate('theme.ErrorPageContent.tryAgain', 'Try again')}
        </button>
      </p>
      <pre tabIndex={0}>
        {message}
        {causes.map((cause) => `\n\n${translate('theme.ErrorPageContent.cause', 'Cause:')}\n${cause}`)}
      </pre>
    </div>
  );
}
