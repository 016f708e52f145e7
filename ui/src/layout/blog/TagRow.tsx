import { translate } from '../../lib/text/translate';
import type { TagLink } from '../../model';
import { TagList } from './TagList';

export type TagRowProps = { tags: readonly TagLink[] | undefined };

/** The tags of a document or post, at its foot. */
export function TagRow({ tags }: TagRowProps) {
  return (
    tags && (
      <div className="tagrow">
        <b>{translate('theme.tags.tagsListLabel', 'Tags:')}</b>
        <TagList tags={tags} />
      </div>
    )
  );
}
