import '../entity.css';
import { Icon } from '../lib/icons';

export type ElementLinksProps = {
  /** The path below which each element has its page. */
  base: string;
};

const NAMES = ['Anemo', 'Cryo', 'Dendro', 'Electro', 'Geo', 'Hydro', 'Pyro'];

/** The seven elements as links to their characters. */
export default function ElementLinks({ base }: ElementLinksProps) {
  return (
    <ul className="chips" role="list">
      {NAMES.map((name) => (
        <li key={name} data-element={name.toLowerCase()}>
          <a className="chip" href={`${base}/${name.toLowerCase()}`}>
            <Icon name={name.toLowerCase()} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
