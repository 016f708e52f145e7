import '../entity.css';
import { formatDate } from '../lib/format';
import type { VaultFile } from '../lib/types';
import { countOf, datesOf } from './lib/vault';

export type VaultEntriesProps = { vault: VaultFile };

/** More titles than this are folded. */
const OPEN_TITLES = 8;

/** What the vault has about the subject of a page: how many entries, the latest test, and the titles, which only the vault is found by. */
export default function VaultEntries({ vault }: VaultEntriesProps) {
  const entries = Object.entries(vault.entries);
  const latest = datesOf(entries.map(([, { tested }]) => tested)).pop();
  const titles = (
    <ul>
      {entries.map(([id, { topic }]) => (
        <li key={id}>
          <a href={`${vault.route}#${id}`}>{topic}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <div data-generated="">
      <p>
        <a href={vault.route}>{`Evidence of ${vault.title}`}</a>
        {`: ${countOf(vault)}`}
        {latest && (
          <>
            , latest test <time dateTime={latest}>{formatDate(latest)}</time>
          </>
        )}
        .
      </p>
      {entries.length > OPEN_TITLES ? (
        <details className="section-links">
          <summary>Titles of the entries</summary>
          {titles}
        </details>
      ) : (
        <div className="section-links">{titles}</div>
      )}
    </div>
  );
}
