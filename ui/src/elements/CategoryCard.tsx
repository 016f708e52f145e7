import { translatePlural } from '../lib/text/translate';
import type { Card } from '../model';
import { Icon, isIconName } from './Icon';
import { Link } from './Link';

export type CategoryCardProps = { card: Card };

export function CategoryCard({ card }: CategoryCardProps) {
  const { element, label, href, description, icon } = card;
  const fallback = card.type === 'category' ? 'folder' : 'document';
  return (
    <article className={element ? 'card' : 'card plain'} data-element={element ?? undefined}>
      <Link href={href} external={card.type === 'link' && card.external}>
        <span className="tile">
          <Icon name={isIconName(element) ? element : fallback} path={icon} />
        </span>
        <div>
          <h2>{label}</h2>
          {card.type === 'category' && <p className="num">{countLabel(card.count)}</p>}
          {description !== null && <p>{description}</p>}
        </div>
      </Link>
    </article>
  );
}

function countLabel(count: number): string {
  return translatePlural('theme.docs.DocCard.categoryDescription.plurals', '1 item|{count} items', count);
}
