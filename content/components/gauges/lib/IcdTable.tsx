import { formatRounded } from '../../lib/arithmetic';
import { ScrollTable } from '../../tables/lib/ScrollTable';
import type { Because } from './icd';
import type { NamedIcdHit } from './IcdStrip';

export type IcdTableProps = { title: string; hits: NamedIcdHit[] };

const REASONS: Record<Because, string> = { timer: 'a new timer', count: 'the count' };

/** The hits behind a strip, with what lets each through. */
export function IcdTable({ title, hits }: IcdTableProps) {
  return (
    <ScrollTable label={`${title}: hits`} className="dense">
      <thead>
        <tr>
          <th scope="col">Hit</th>
          <th scope="col">Time</th>
          <th scope="col">Since the timer’s start</th>
          <th scope="col">Applied by</th>
        </tr>
      </thead>
      <tbody>
        {hits.map(({ name, time, elapsed, because }, at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{`${formatRounded(time)}s`}</td>
            <td>{`${formatRounded(elapsed)}s`}</td>
            <td>{because === null ? '–' : REASONS[because]}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
