import type { Logo as LogoData } from '../model';

export type LogoProps = { logo: LogoData; lazy?: boolean };

/** Both pictures are served; CSS shows the one of the colour mode, so that none flashes. */
export function Logo({ logo: { alt, src, srcDark, width, height }, lazy = false }: LogoProps) {
  const size = width > 0 && height > 0 ? { width, height } : {};
  const rest = { alt, ...size, ...(lazy ? { loading: 'lazy' as const } : { fetchPriority: 'low' as const }) };
  // biome-ignore lint/a11y/useAltText: `rest` holds it.
  if (srcDark === undefined) return <img src={src} {...rest} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useAltText: `rest` holds it. */}
      <img src={src} className="in-light" {...rest} />
      {/* biome-ignore lint/a11y/useAltText: `rest` holds it. */}
      <img src={srcDark} className="in-dark" {...rest} />
    </>
  );
}
