import { translate } from '../../lib/text/translate';
import type { PostSummary, SiteProps } from '../../model';
import { Article } from '../page/Article';
import { Authors } from './Authors';
import { PostDate } from './PostDate';
import { TagRow } from './TagRow';

export type PostCardProps = { post: PostSummary; html: string | null; locale: SiteProps['locale'] };

/** A post in a list: date beside it, then what the list shows of it. */
export function PostCard({ post, html, locale }: PostCardProps) {
  const { title, href, slot, truncated, authors, tags } = post;
  return (
    <article className="post">
      <PostDate post={post} locale={locale} />
      <div className="post-b">
        <h2>
          <a href={href}>{title}</a>
        </h2>
        <Authors authors={authors} />
        {slot !== null && <Article slot={slot} html={html ?? ''} />}
        {truncated && (
          <a
            className="more"
            href={href}
            aria-label={translate('theme.blog.post.readMoreLabel', 'Read more about {title}', { title })}
          >
            {translate('theme.blog.post.readMore', 'Read more')}
            {/* What reads text, not names, cannot tell "Read more" from the next one. */}
            <span className="vh">{` ${title}`}</span>
          </a>
        )}
        <TagRow tags={tags} />
      </div>
    </article>
  );
}
