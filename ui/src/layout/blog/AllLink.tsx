import type { PageLink } from '../../model';

/** From the pages of one tag or author to all of them. */
export function AllLink({ title, href }: PageLink) {
  return (
    <p>
      <a href={href}>{title}</a>
    </p>
  );
}
