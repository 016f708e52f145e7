import { ScrollTable } from '../../tables/lib/ScrollTable';
import type { Reaction } from './target';
import type { Event } from './timeline';

export type EventTableProps = { events: Event[] };

const amount = (value: number) => `${Number(value.toFixed(3))}U`;

function reactionText({ name, taken, note }: Reaction): string {
  const gauges = taken.map(([aura, size]) => `${amount(size)} ${aura}`).join(' and ');
  return `${name}${gauges && `, takes ${gauges}`}${note ? `, ${note}` : ''}`;
}

/** What happened, line by line. */
export function EventTable({ events }: EventTableProps) {
  return (
    <ScrollTable label="What happens when" className="full events">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Applied</th>
          <th scope="col">Reactions</th>
          <th scope="col">Auras after</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ time, application, reactions, after }, at) => (
          <tr key={at} data-element={application?.element.toLowerCase()}>
            <th scope="row">{`${Number(time.toFixed(2))}s`}</th>
            <td>{application ? `${application.units}U ${application.element}` : '–'}</td>
            <td>{reactions.map(reactionText).join('; ') || 'none'}</td>
            <td>{after.map(([aura, size]) => `${amount(size)} ${aura}`).join(', ') || 'none'}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
