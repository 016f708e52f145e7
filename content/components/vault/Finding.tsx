import type { ReactNode } from 'react';
import '../claims/claims.css';
import { ClaimBody } from '../claims/lib/ClaimBody';
import '../entity.css';
import { Anchor } from '../lib/Anchor';
import type { ClaimData, Entry } from '../lib/types';
import { Dated } from './lib/Dated';
import { LinkRow } from './lib/LinkRow';
import { staleSince } from './lib/vault';

export type FindingProps = {
  /** Entries are keyed by the anchor of their heading. */
  entry: Entry;
  claim?: ClaimData;
  /** Formulas, in LaTeX between `$$`. */
  children?: ReactNode;
};

/** Whether a statement of the claim has a recording. */
function hasRecordings(claim: ClaimData | undefined): boolean {
  return Object.values(claim ?? {}).some(
    (part) =>
      Array.isArray(part) &&
      part.some(
        (line) => typeof line === 'object' && 'links' in line && line.links.some((url) => !url.startsWith('/')),
      ),
  );
}

function hasRecord({ added, tested, updated = [], links = [], discussion }: Entry): boolean {
  return Boolean(added || tested || discussion || updated.length + links.length > 0);
}

/** When an entry was added and tested, and where the proof is. */
function Record({ entry }: { entry: Entry }) {
  const { added, tested, updated = [], links = [], discussion } = entry;
  const since = staleSince(entry);
  return (
    <dl className="facts finding">
      {added && <Dated term={added === tested ? 'Added and tested' : 'Added'} date={added} isStale={since === added} />}
      {updated.map((date) => (
        <Dated key={date} term="Updated" date={date} isStale={since === date} />
      ))}
      {tested && tested !== added && <Dated term="Last tested" date={tested} isStale={since === tested} />}
      {links.length > 0 && <LinkRow term="Evidence" urls={links} />}
      {discussion && <LinkRow term="Discussion" urls={[discussion]} />}
    </dl>
  );
}

/** The sections that the entry proves. */
function Supports({ sections }: { sections: { to: string; label: string }[] }) {
  return (
    <dl className="facts finding">
      <div>
        <dt>Supports</dt>
        <dd>
          {sections.map(({ to, label }) => (
            <Anchor key={to} href={to}>
              {label}
            </Anchor>
          ))}
        </dd>
      </div>
    </dl>
  );
}

/** One entry of the vault: what was found, and its record. */
export default function Finding({ entry, claim, children }: FindingProps) {
  return (
    <>
      {claim && <ClaimBody claim={claim}>{children}</ClaimBody>}
      {hasRecord(entry) && <Record entry={entry} />}
      {entry.supports && <Supports sections={entry.supports} />}
      {!hasRecord(entry) && !hasRecordings(claim) && (
        <p className="note">This entry has neither a date nor a recording.</p>
      )}
    </>
  );
}
