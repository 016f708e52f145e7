import type { ReactNode } from 'react';
import { CellTable } from '../../tables/lib/CellTable';
import { LinkRow } from '../../vault/lib/LinkRow';
import { Statements } from './Statements';
import type { ClaimData, Statement } from '../../lib/types';

export type ClaimBodyProps = {
  claim: ClaimData;
  /** The formulas, which the page writes. */
  children?: ReactNode;
};

/** More than this many lines about the test are folded. */
const OPEN_LINES = 3;

/** What is known, what follows from it, and how it was found. */
export function ClaimBody({ claim, children }: ClaimBodyProps) {
  const { status = [], result = [], notes = [], consequence = [], recordings = [] } = claim;
  return (
    <>
      {status.length > 0 && <Statements statements={status} className="claim-status" />}
      <Statements statements={result} className="claim-result" />
      <Statements statements={notes} />
      {consequence.length > 0 && (
        <div className="claim-consequence">
          <p className="claim-term">What follows</p>
          <Statements statements={consequence} />
        </div>
      )}
      <Test claim={claim}>{children}</Test>
      {recordings.length > 0 && (
        <dl className="facts finding">
          {recordings.map(({ label = 'Recording', links }, at) => (
            <LinkRow key={at} term={label} urls={links} />
          ))}
        </dl>
      )}
    </>
  );
}

/** The set-up, the method and the measurements; folded when they are long. */
function Test({ claim, children }: ClaimBodyProps) {
  const parts: [string, Statement[]][] = [
    ['Set-up', claim.setup ?? []],
    ['Method', claim.method ?? []],
    ['Measured', claim.measured ?? []],
    ['Recordings', claim.figures ?? []],
  ];
  const shown = parts.filter(([, statements]) => statements.length > 0);
  const tables = (claim.tables ?? []).map((table, at) => (
    <CellTable
      key={at}
      label={table.caption ?? claim.heading ?? 'Table'}
      caption={table.caption}
      columns={table.columns}
      rows={table.rows}
    />
  ));
  const isRule = claim.result === undefined && shown.length === 0;
  if (isRule) {
    return (
      <>
        {children}
        {tables}
      </>
    );
  }
  const lines = shown.reduce((sum, [, statements]) => sum + statements.length, 0);
  if (lines + tables.length === 0) return children;
  const body = (
    <>
      {shown.map(([term, statements]) => (
        <div key={term}>
          <p className="claim-term">{term}</p>
          <Statements statements={statements} />
        </div>
      ))}
      {children}
      {tables}
    </>
  );
  if (lines <= OPEN_LINES && tables.length === 0) return <div className="claim-test">{body}</div>;
  return (
    <details className="claim-test">
      <summary>How it was found</summary>
      {body}
    </details>
  );
}
