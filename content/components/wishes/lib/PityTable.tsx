import { formatPercent } from '../../lib/format';
import type { PityPoint } from './pity';
import { ScrollTable } from '../../tables/lib/ScrollTable';

export type Banner = { name: string; points: PityPoint[] };
export type PityTableProps = { banners: Banner[] };

/** From here on the chances change with each wish: rows stand closer. */
const RISE = 60;

/** The figures of the plots at some wishes. */
export function PityTable({ banners }: PityTableProps) {
  const last = Math.max(...banners.map(({ points }) => points.length));
  const wishes = Array.from({ length: last }, (_, at) => at + 1).filter((wish) => wish % (wish < RISE ? 20 : 5) === 0);
  return (
    <ScrollTable label="Chances by wish" className="figures dense full">
      <thead>
        <tr>
          <th scope="col">Wish</th>
          {banners.flatMap(({ name }) => [
            <th key={`${name} one`} scope="col">{`${name}: this wish`}</th>,
            <th key={`${name} all`} scope="col">{`${name}: by then`}</th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {wishes.map((wish) => (
          <tr key={wish}>
            <th scope="row">{wish}</th>
            {banners.flatMap(({ name, points }) => {
              const point = points[wish - 1];
              const cells = point ? [formatPercent(point.chance), formatPercent(point.done)] : ['–', '–'];
              return cells.map((text, at) => <td key={`${name} ${at}`}>{text}</td>);
            })}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
