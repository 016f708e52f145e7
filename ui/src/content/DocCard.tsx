import { docById } from '../lib/docs';
import type { DocCardItem } from '../lib/docCardItem';
import { CategoryCard } from '../elements/CategoryCard';

export type DocCardProps = { item: DocCardItem };

/** A card of a page or of a sidebar category. */
export default function DocCard({ item }: DocCardProps) {
  const { href = '', label, description = docById(item.docId)?.description ?? null } = item;
  if (item.type === 'category') {
    const count = item.count ?? item.items?.length ?? 0;
    return <CategoryCard card={{ type: 'category', label, href, description, count }} />;
  }
  return <CategoryCard card={{ type: 'link', label, href, description, external: /^[a-z]+:/.test(href) }} />;
}
