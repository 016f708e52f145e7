import type { ReactNode } from 'react';
import { Icon, isIconName } from '../elements/Icon';

export type CardProps = {
  title?: string;
  href?: string;
  description?: string;
  /** Name of one of the built-in drawings; an element's also colours the card. */
  icon?: string;
  element?: string;
  /** A page, `{require('./page.md')}`, whose title, path and description are the defaults. */
  item?: { label: string; href?: string; description?: string };
  children?: ReactNode;
};

/** A link with a title and a description; without `href` a card that is no link. */
export default function Card({
  item,
  title = item?.label,
  href = item?.href,
  description = item?.description,
  icon,
  element,
  children,
}: CardProps) {
  const name = icon ?? element;
  const inside = (
    <>
      {isIconName(name) && (
        <span className="tile">
          <Icon name={name} />
        </span>
      )}
      <div>
        {title !== undefined && <h2>{title}</h2>}
        {description !== undefined && <p>{description}</p>}
        {children}
      </div>
    </>
  );
  return (
    <article className={element === undefined ? 'card plain' : 'card'} data-element={element}>
      {href === undefined ? <div className="card-b">{inside}</div> : <a href={href}>{inside}</a>}
    </article>
  );
}
