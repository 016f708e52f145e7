import { formatDate } from '../lib/text/date';
import { contentLocale } from '../lib/text/locale';

export type TimeProps = {
  /** ISO date, `2024-05-06`. */
  date: string;
  /** Shown instead of the date. */
  label?: string;
  className?: string;
};

/** A date for readers and machines. */
export default function Time({ date, label, className }: TimeProps) {
  return (
    <time dateTime={date} className={className}>
      {label ?? (Number.isNaN(Date.parse(date)) ? date : formatDate(date, 'medium', contentLocale()))}
    </time>
  );
}
