import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import '../entity.css';

export type ConstellationsProps = { constellations: { level: number; name: string }[] };

/** The constellations that raise a talent, with every character. */
const RAISING = [3, 5];

/** The six constellations in tabs. */
export default function Constellations({ constellations }: ConstellationsProps) {
  return (
    <div className="ranks" data-drawn="">
      <Tabs label="Constellations">
        {constellations.map(({ level, name }) => (
          <TabItem key={level} value={`c${level}`} label={`C${level}`}>
            <p>
              <strong>{name}</strong>
            </p>
            {RAISING.includes(level) && (
              <p className="note">Raises one talent by 3 levels: its columns beyond level 10 are reached this way.</p>
            )}
          </TabItem>
        ))}
      </Tabs>
    </div>
  );
}
