import type { ReactNode } from 'react';
import { Icon, isIconName } from '../elements/Icon';

export type CardProps = {
  title?: string;
  href?: string;
  description?: string;
  /** Name of one of the built-in drawings; an element's also colours the card. */
  icon?: string;
  element?: string;
  /** A page, `{require('./page.md')}`: its title, address and description, where the tag says nothing else. */
  item?: { label: string; href?: string; description?: string };
  children?: ReactNode;
};

/** A link with a title and what waits there; without `href` a plain card. */
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
