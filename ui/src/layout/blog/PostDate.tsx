import { formatDate } from '../../lib/text/date';
import { translatePlural } from '../../lib/text/translate';
import type { PostSummary, SiteProps } from '../../model';

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
  return translatePlural('theme.blog.post.readingTime.plurals', 'One min read|{readingTime} min read', readingTime, {
    readingTime,
  });
}
