import type { Author } from '../../model';
import { AuthorCard, type AuthorCardProps } from './AuthorCard';

export type AuthorsProps = { authors: readonly Author[] | undefined; heading?: AuthorCardProps['heading'] };

export function Authors({ authors, heading }: AuthorsProps) {
  return (
    authors && (
      <ul role="list" className="whos">
        {authors.map((author, index) => (
          <li key={index}>
            <AuthorCard author={author} heading={heading} />
          </li>
        ))}
      </ul>
    )
  );
}
