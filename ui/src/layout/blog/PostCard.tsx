import { translate } from '../../lib/text/translate';
import type { PostSummary, SiteProps } from '../../model';
import { Article } from '../page/Article';
import { Authors } from './Authors';
import { PostDate } from './PostDate';
import { TagRow } from './TagRow';

export type PostCardProps = { post: PostSummary; html: string | null; locale: SiteProps['locale'] };

/** A post in a list: its date, its title, and its text up to the truncation mark. */
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
            {/* Tools that read text, not accessible names, cannot distinguish "Read more" from the next one. */}
            <span className="vh">{` ${title}`}</span>
          </a>
        )}
        <TagRow tags={tags} />
      </div>
    </article>
  );
}
