import { formatResult, NO_RESULT } from '../../lib/number';

export type ResultProps = {
  label: string;
  value: number;
  /** The labels of fields that are not valid. */
  invalid: string[];
};

/** The result of a tool; a dash, and the fields to correct, where there is none. */
export function Result({ label, value, invalid }: ResultProps) {
  const isShown = invalid.length === 0;
  return (
    <>
      <span>{label}</span>
      <strong aria-hidden={isShown ? undefined : true}>{isShown ? formatResult(value, 0) : NO_RESULT}</strong>
      {!isShown && <span>{noteOf(invalid)}</span>}
    </>
  );
}

/** Why there is no result. */
export function noteOf(invalid: string[]): string {
  return `no result: correct ${invalid.join(', ')}`;
}
