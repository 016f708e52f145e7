import type { ReactNode } from 'react';

/** Drawn by hand on a grid of 24: bow, open book, broad blade, spear, straight blade. */
const WEAPON_ICONS: Record<string, ReactNode> = {
  bow: <path d="M6 3c8 1.5 13.5 7 15 15M6 3v3.5L17.5 18H21M3 21 14 10M3 17.5V21h3.5" />,
  catalyst: (
    <path d="M12 6.5C9.5 4.600 6.5 4.200 3.5 4.800v13.400c3-.6 6-.2 8.5 1.700 2.5-1.900 5.5-2.300 8.5-1.700V4.800c-3-.6-6-.2-8.5 1.700ZM12 6.5v13.400M15 9.800c.9-.4 1.700-.6 2.600-.6M6.400 9.200c.9 0 1.700.2 2.600.6" />
  ),
  claymore: (
    <path d="M20.5 3.5 19 10l-8.5 8.5-5-5L14 5ZM5.200 11.5l7.300 7.300M7.200 16.800 3.5 20.5M16.5 7.5 9.5 14.5" />
  ),
  polearm: <path d="M21 3l-1.200 5.200-4-4ZM17.800 6.200 3 21M13.200 7.600l3.200 3.200" />,
  sword: <path d="M20.5 3.5 19.600 8 9.5 18.100l-3.600-3.600L16 4.400ZM4.5 13l6.5 6.5M7.600 16.400 3.5 20.5" />,
};

export type WeaponIconProps = { type: string };

/** Decoration beside the weapon's word, never instead of it. */
export function WeaponIcon({ type }: WeaponIconProps) {
  return (
    <svg className="weapon-icon" viewBox="0 0 24 24" aria-hidden="true">
      {WEAPON_ICONS[type.toLowerCase()]}
    </svg>
  );
}
