import type { ReactNode } from 'react';

/** Drawn by hand on a grid of 24: calculator, pick, mask, safe, open book, cards, bust, wrench. */
const SECTION_ICONS = {
  mechanics: (
    <path d="M5.500 3.500h13v17h-13ZM8.500 7.500h7M8.500 12v.1M12 12v.1M15.500 12v.1M8.500 16v.1M12 16v.1M15.500 16v.1" />
  ),
  equipment: <path d="M6 3.500c10 1 13.500 5 14.500 14.500M6 3.500l14.500 14.500M4 20 15 9" />,
  enemies: (
    <path d="M4 4.500 8 8h8l4-3.500-1 8c-.6 4.600-3.500 7.500-7 8-3.500-.5-6.400-3.400-7-8ZM9 12.500l1.500 1M15 12.500l-1.500 1" />
  ),
  evidence: (
    <path d="M4 4.500h16v14H4ZM6.500 18.500v2M17.500 18.500v2M12 8.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 8.500v-1.500M15 11.500h1.500" />
  ),
  world: (
    <path d="M12 6.500C9.500 4.500 6.500 4.300 3.500 5v13.500c3-.7 6-.5 8.500 1.500 2.500-2 5.500-2.200 8.500-1.500V5c-3-.7-6-.5-8.500 1.500ZM12 6.500V20" />
  ),
  cards: <path d="M4 7.500 12.500 4l5 12.500L9 20ZM15.500 5.500l4.500-.5v13l-4 .5" />,
  characters: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20.500c.6-4 3.500-6 7.500-6s6.900 2 7.500 6" />,
  tools: (
    <path d="M20 7.500a4.500 4.500 0 0 1-6 4.200L6.500 19.200a2 2 0 0 1-2.800-2.800l7.500-7.500A4.500 4.500 0 0 1 16.500 3l-2.500 3 .5 2.500 2.500.5 3-2.500Z" />
  ),
} satisfies Record<string, ReactNode>;

export type SectionIconName = keyof typeof SECTION_ICONS;

export type SectionIconProps = { name: SectionIconName };

/** Decoration beside the section's title, never instead of it. */
export function SectionIcon({ name }: SectionIconProps) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {SECTION_ICONS[name]}
    </svg>
  );
}
