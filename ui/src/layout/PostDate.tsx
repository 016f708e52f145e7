import { formatDate } from '../lib/date';
import { translate } from '../lib/translate';
import type { PostSummary, SiteProps } from '../model';

export type PostDateProps = { post: Pick<PostSummary, 'date' | 'readingMinutes'>; locale: SiteProps['locale'] };

export function PostDate({ post: { date, readingMinutes }, locale }: PostDateProps) {
  return (
    <p className="when">
      <time dateTime={date}>{formatDate(date, 'long', locale)}</time>{' '}
      {readingMinutes !== null && <span>{readingLabel(readingMinutes)}</span>}
    </p>
  );
}

function readingLabel(readingTime: number): string {
  return readingTime === 1
    ? translate('theme.blog.post.readingTime.singular', 'One min read')
    : translate('theme.blog.post.readingTime.plurals', '{readingTime} min read', { readingTime });
}
