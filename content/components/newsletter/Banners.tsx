import '../entity.css';

export type BannersProps = { banners: { featured: string[]; with?: string[] }[] };

/** The event wishes of a version. */
export default function Banners({ banners }: BannersProps) {
  return (
    <ul>
      {banners.map(({ featured, with: others = [] }, i) => (
        <li key={i}>
          <strong>{featured.join(', ')}</strong>
          {others.length > 0 && ` with ${others.join(', ')}`}
        </li>
      ))}
    </ul>
  );
}
