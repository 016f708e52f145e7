import type { TagLink } from '../../model';

export type TagListProps = { tags: readonly TagLink[] };

export function TagList({ tags }: TagListProps) {
  return (
    <ul role="list" className="tags">
      {tags.map(({ label, href, description, count }) => (
        <li key={href}>
          <a href={href} rel="tag" title={description}>
            {label} {count && <small>{count}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}
