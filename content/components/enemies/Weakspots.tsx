import '../entity.css';

export type WeakspotsProps = { weakspots: string[] };

/** Where an arrow counts as a weakspot hit. */
export default function Weakspots({ weakspots }: WeakspotsProps) {
  const named = weakspots.filter((spot) => !/^(None|No weakspot|Unknown)$/.test(spot));
  const unknown = weakspots.includes('Unknown');
  if (named.length === 0) return <p>{unknown ? 'Not known.' : 'None.'}</p>;
  return (
    <dl className="facts">
      <div>
        <dt>{named.length > 1 ? 'Weakspots' : 'Weakspot'}</dt>
        <dd>{named.map((spot) => spot.replace('&', ' and ').toLowerCase()).join(', ')}</dd>
      </div>
    </dl>
  );
}
