import { CellTable } from '../tables/lib/CellTable';
import '../entity.css';
import type { ClaimData, Statement } from '../lib/types';
import './claims.css';
import { Statements } from './lib/Statements';

export type TermsProps = {
  /** Claims are keyed by the anchor of their heading. */
  of: ClaimData;
};

/** A term is before the first colon of its statement. */
const TERM = /^([^:.]{1,60}): (.+)$/s;

/** The terms of a glossary in a table; statements that define no term are a list below it. */
export default function Terms({ of: claim }: TermsProps) {
  const notes = claim.notes ?? [];
  const rows = notes.flatMap((note) => {
    const [, term, meaning] = TERM.exec(textOf(note)) ?? [];
    return term && meaning ? [[term, meaning.charAt(0).toUpperCase() + meaning.slice(1)]] : [];
  });
  const others = notes.filter((note) => !TERM.test(textOf(note)));
  return (
    <div data-generated="">
      {rows.length > 0 && <CellTable label={claim.heading ?? 'Terms'} columns={['Term', 'Meaning']} rows={rows} />}
      <Statements statements={others} />
      <Statements statements={claim.figures ?? []} />
      {claim.status && <Statements statements={claim.status} className="claim-status" />}
    </div>
  );
}

function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}
