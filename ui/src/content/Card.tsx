import type { ReactNode } from 'react';
import { Icon, isIconName } from '../layout/Icon';

export type CardProps = {
  title: string;
  href?: string;
  description?: string;
  /** Name of one of the built-in drawings; an element's also colours the card. */
  icon?: string;
  element?: string;
  children?: ReactNode;
};

/** A link with a title and what waits there; without `href` a plain card. */
export default function Card({ title, href, description, icon, element, children }: CardProps) {
  const name = icon ?? element;
  const inside = (
    <>
      {isIconName(name) && (
        <span className="tile">
          <Icon name={name} />
        </span>
      )}
      <div>
        <h2>{title}</h2>
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
