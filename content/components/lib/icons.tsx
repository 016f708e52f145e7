import type { ReactNode } from 'react';

/** The path drawn `count` times around the centre. */
function wheel(path: string, count: number): ReactNode {
  return Array.from({ length: count }, (_, i) => (
    <g key={i} transform={`rotate(${(360 / count) * i} 12 12)`}>
      <path d={path} />
    </g>
  ));
}

/** Drawn by hand on a grid of 24: pinwheel, crystal, seedling, spark, stone, drop, flame, blade. */
export const ELEMENT_ICONS: Record<string, ReactNode> = {
  anemo: wheel('M12 12C10.9 8.2 12.6 4.2 17 3c1 4.3-1.2 7.7-5 9Z', 3),
  cryo: wheel('M12 12V2.8M10.2 4.4l1.8 1.9 1.8-1.9', 6),
  dendro: (
    <path d="M12 21.5V11M12 16c-5.2 0-8-3.4-8-8.8 5.4 0 8 3.3 8 8.8ZM12 12.5c0-5 2.6-8.7 8-9.7.3 6-2.6 9.7-8 9.7Z" />
  ),
  electro: <path d="m13.5 5-5 7.3h7l-5 6.7M7.3 4.1a9.3 9.3 0 0 0-.9 15M16.7 19.9a9.3 9.3 0 0 0 .9-15" />,
  geo: <path d="m12 2.8 8 4.6v9.2l-8 4.6-8-4.6V7.4ZM12 8l3.6 4-3.6 4-3.6-4ZM12 2.8V8M12 16v5.2" />,
  hydro: (
    <path d="M12 2.8c4.3 4.8 6.5 8.3 6.5 11.4a6.5 6.5 0 0 1-13 0c0-3.1 2.2-6.6 6.5-11.4ZM8.5 14.7c1.2-1.1 2.3-1.1 3.5 0s2.3 1.1 3.5 0" />
  ),
  pyro: (
    <path d="M12 21.2c-4.2 0-6.8-2.7-6.8-6.4 0-3.2 1.9-5 3.6-7 1.5-1.8 2.2-3.2 2-5.1 3.5 1.4 5.2 4.3 4.9 7.2 1-.4 1.5-1.1 1.7-2.1 1 2 1.4 3.9 1.4 6.7 0 4-2.6 6.7-6.8 6.7ZM9.3 17.6c0-1.8 1.2-2.8 2.7-4.8 1.5 2 2.7 3 2.7 4.8" />
  ),
  physical: <path d="m12 2.5 2.6 3.3v9.7H9.4V5.8ZM6.8 15.5h10.4M12 15.5v6" />,
};

export type IconProps = { name: string };

/** Decoration beside the element's word, never instead of it. */
export function Icon({ name }: IconProps) {
  return (
    <svg className="element-icon" viewBox="0 0 24 24" aria-hidden="true">
      {ELEMENT_ICONS[name]}
    </svg>
  );
}
