import { formatDate } from '../../lib/format';

export type DatedProps = {
  term: string;
  date: string;
  /** Whether nothing has been tested for long since then. */
  isStale?: boolean;
};

/** A date with its word, for lists of facts. */
export function Dated({ term, date, isStale = false }: DatedProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <time dateTime={date}>{formatDate(date)}</time>
        {isStale && <span className="stale">stale</span>}
      </dd>
    </div>
  );
}
