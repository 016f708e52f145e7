import '../entity.css';
import { Icon } from '../lib/icons';

export type ElementNameProps = { name: string };

/** An element's icon and word, both in its colour. */
export default function ElementName({ name }: ElementNameProps) {
  const key = name.toLowerCase();
  return (
    <span className="element" data-element={key}>
      <Icon name={key} />
      {name}
    </span>
  );
}
