import '../entity.css';
import { Anchor } from '../lib/Anchor';
import { formatHost } from '../lib/format';
import type { Link } from '../lib/types';

export type LinksProps = {
  links: Link[];
  /** Only the links of this label. */
  label?: string;
};

/** Addresses outside the library. */
export default function Links({ links, label }: LinksProps) {
  const shown = label === undefined ? links : links.filter((link) => link.label === label);
  return (
    <ul>
      {shown.map((link) => (
        <li key={link.url}>
          <Anchor href={link.url}>{link.label || formatHost(link.url)}</Anchor>
        </li>
      ))}
    </ul>
  );
}
