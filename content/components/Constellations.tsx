import './entity.css';

export type ConstellationsProps = { constellations: { level: number; name: string }[] };

/** The six constellations by name. */
export default function Constellations({ constellations }: ConstellationsProps) {
  return (
    <ol className="ranks" role="list">
      {constellations.map(({ level, name }) => (
        <li key={level}>
          <b>C{level}</b>
          <strong>{name}</strong>
        </li>
      ))}
    </ol>
  );
}
