import { feedbackTexts } from './messages';

export type FeedbackProps = { query: string; feedbackUrl: string };

/** Asks whether the query should have results, with a link to the site's authors. */
export function Feedback({ query, feedbackUrl }: FeedbackProps) {
  const { question, link, href } = feedbackTexts(query, feedbackUrl);
  return (
    <p>
      {question}{' '}
      <a href={href} target="_blank" rel="noopener noreferrer">
        {link}
      </a>
    </p>
  );
}
