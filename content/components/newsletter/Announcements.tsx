import '../entity.css';
import { Anchor } from '../lib/Anchor';
import type { Announcement } from '../lib/types';

export type AnnouncementsProps = { items: Announcement[]; section?: string };

/** What a newsletter announced under one of its headings, with the day and month of the entry. */
export default function Announcements({ items, section }: AnnouncementsProps) {
  const shown = items.filter(({ section: path }) => path[path.length - 1] === section);
  return (
    <ul className="announcements" role="list">
      {shown.map(({ label, route, url, date }, i) => {
        const href = route ?? url;
        return (
          <li key={i}>
            {href ? <Anchor href={href}>{label}</Anchor> : <span>{label}</span>}
            {date && <small>{date}</small>}
          </li>
        );
      })}
    </ul>
  );
}
