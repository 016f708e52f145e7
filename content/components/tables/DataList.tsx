import '../entity.css';
import { below } from './lib/path';

export type DataListProps = { lists: { path: string[]; items: string[] }[]; section?: string; nth?: number };

/** The lists that the data keeps for a section of the page. */
export default function DataList({ lists, section, nth }: DataListProps) {
  const found = lists.flatMap((list) => {
    const rest = below(list.path, section);
    return rest ? [{ title: rest.join(', '), items: list.items }] : [];
  });
  return (nth === undefined ? found : found.slice(nth - 1, nth)).map((list, i) => (
    <div key={i} className="data-list">
      {list.title && <p className="data-list-title">{list.title}</p>}
      <ul>
        {list.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  ));
}
