import '../entity.css';
import { formatDate } from '../lib/format';
import type { VaultFile } from '../lib/types';
import { newestEntries, newestIssues, type Issue, type Line } from './lib/newest';

export type HomeListsProps = {
  /** The vault's data. */
  evidence: Record<string, VaultFile>;
  /** The data of the newsletter's issues by name. */
  newsletter: Record<string, Issue>;
};

const LENGTH = 6;

/** The newest entries of the vault and the newest issues of the newsletter, each with its date. */
export default function HomeLists({ evidence, newsletter }: HomeListsProps) {
  return (
    <div className="home-lists">
      <List title="Newest evidence" lines={newestEntries(evidence, LENGTH)} />
      <List title="Newsletter" lines={newestIssues(newsletter, LENGTH)} />
    </div>
  );
}

function List({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <section className="sec" aria-label={title}>
      <h2>{title}</h2>
      <ul className="lines" role="list">
        {lines.map(({ href, label, place, date }) => (
          <li key={href}>
            <a href={href}>
              <span>
                {label}
                {place && <small>{place}</small>}
              </span>
              <time dateTime={date}>{formatDate(date)}</time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
