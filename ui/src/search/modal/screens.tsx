/** What the modal says when there is nothing to choose. */

import { translate } from '../../lib/text/translate';
import { MAX_QUERY_LENGTH } from '../limits';
import { Feedback } from '../Feedback';
import type { Failure } from '../failure';
import { failureTexts, suggestionsText, unknownText } from '../messages';

export function FailedScreen({ failure }: { failure: Failure }) {
  const [title, help] = failureTexts(failure);
  return (
    <div className="sx-note">
      <p className="sx-title">{title}</p>
      <p>{help}</p>
    </div>
  );
}

export type NothingScreenProps = {
  query: string;
  /** The words that no page has. */
  unknown: readonly string[];
  suggestions: readonly string[];
  feedbackUrl: string | null;
  onSuggest: (query: string) => void;
};

export function NothingScreen({ query, unknown, suggestions, feedbackUrl, onSuggest }: NothingScreenProps) {
  return (
    <div className="sx-note">
      <p className="sx-title">
        {translate('theme.SearchModal.noResultsScreen.noResultsText', 'No results for')} &quot;{query}&quot;
      </p>
      {unknown.length > 0 && <p>{unknownText(unknown)}</p>}
      {suggestions.length > 0 && (
        <>
          <p>{suggestionsText()}</p>
          <ul role="list" className="sx-try">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button
                  type="button"
                  className="btn"
                  onClick={() => onSuggest(suggestion.slice(0, MAX_QUERY_LENGTH).toLowerCase())}
                >
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {feedbackUrl && <Feedback query={query} feedbackUrl={feedbackUrl} />}
    </div>
  );
}
