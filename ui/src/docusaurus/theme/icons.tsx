/** The icons of Docusaurus' theme, `@theme/Icon/…`, drawn with our lines. */

import type { SVGProps } from 'react';

export type ThemeIconProps = SVGProps<SVGSVGElement>;

/** An icon with these lines; a site's own size and class win. */
function icon(path: string) {
  return function ThemeIcon(props: ThemeIconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const Arrow = icon('m9 5 7 7-7 7');
export const Close = icon('m6 6 12 12M18 6 6 18');
export const Copy = icon('M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4');
export const DarkMode = icon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z');
export const Edit = icon('m4.5 19.5 1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5');
export const ExternalLink = icon('M8 5h11v11M19 5 6 18');
export const Home = icon('M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10');
export const Language = icon('M3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18ZM12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z');
export const LightMode = icon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
);
export const Menu = icon('M4 6.5h16M4 12h16M4 17.5h16');
export const Success = icon('m5 12.5 4.5 4.5L19.5 7');
export const System = icon('M3.5 4.5h17v12h-17ZM8.5 20h7M12 16.5V20');
export const WordWrap = icon('M4 6h16M4 12h13a3 3 0 0 1 0 6h-4m2-2-2 2 2 2M4 18h5');
/** Any other icon of the theme. */
export const Other = icon('M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z');
