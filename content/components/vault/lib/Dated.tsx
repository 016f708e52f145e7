import { formatDate } from '../../lib/format';

export type DatedProps = { term: string; date: string };

/** A date with its word, for lists of facts. */
export function Dated({ term, date }: DatedProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <time dateTime={date}>{formatDate(date)}</time>
      </dd>
    </div>
  );
}
