import type { Author } from '../../model';
import { Link } from '../../elements/Link';

export type AuthorCardProps = { author: Author; heading?: 'h1' | 'h2' | 'span' };

/** Who wrote a post. The picture is one of this site; without one, the name's first letter is shown. */
export function AuthorCard({ author, heading: Heading = 'span' }: AuthorCardProps) {
  const { name, title, href, image, socials, count } = author;
  return (
    <div className="who">
      {image ? (
        <img {...image} alt={name} loading="lazy" decoding="async" />
      ) : (
        <span className="tile" aria-hidden="true">
          {name[0]}
        </span>
      )}
      <div>
        <Heading translate="no">
          {href ? (
            <Link href={href} external={!href.startsWith('/')}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Heading>{' '}
        <small>
          {count} {title}
        </small>
        {socials?.map(({ label, href }) => (
          <small key={href}>
            <Link href={href} external>
              {label}
            </Link>
          </small>
        ))}
      </div>
    </div>
  );
}
