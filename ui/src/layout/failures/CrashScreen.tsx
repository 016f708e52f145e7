import { useTitle } from '../../hooks/useTitle';
import { causeChain } from '../../lib/browser/crash';
import { translate } from '../../lib/text/translate';

export type CrashScreenProps = {
  error: unknown;
  onRetry: () => void;
  /** Whether the whole shell crashed, so that nothing is around the message. */
  bare?: boolean;
};

export function CrashScreen({ error, onRetry, bare = false }: CrashScreenProps) {
  useTitle(translate('theme.ErrorPageContent.pageTitle', 'Page Error'));
  const [message = '', ...causes] = causeChain(error);
  const title = translate('theme.ErrorPageContent.title', 'This page crashed.');
  return (
    <div className="status md" role="alert">
      <h1>{bare ? title.replace(/[.。]$/, '') : title}</h1>
      <p>
        <button type="button" className="btn btn-main" onClick={onRetry}>
          {translate('theme.ErrorPageContent.tryAgain', 'Try again')}
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a region only while it has the focus. */}
      <pre tabIndex={0}>
        {message}
        {causes.map((cause) => `\n\n${translate('theme.ErrorPageContent.cause', 'Cause:')}\n${cause}`)}
      </pre>
    </div>
  );
}
