import DocCard from './DocCard';
import type { DocCardItem } from '../lib/docCardItem';

export type DocCardListProps = {
  /** By default the items of the page's sidebar category, which the compiler inserts. */
  items?: DocCardItem[];
};

/** The items of a sidebar category as cards. */
export default function DocCardList({ items = [] }: DocCardListProps) {
  const shown = items.filter(({ href, type, items: inner }) => href !== undefined || (type === 'category' && inner));
  return (
    <div className="cards">
      {shown.map((item, index) => (
        <DocCard key={index} item={item} />
      ))}
    </div>
  );
}
