import type { ImgHTMLAttributes } from 'react';

export type ThemedImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> & {
  sources: { light: string; dark: string };
};

/** Of two pictures the one that fits the colours; CSS shows it. */
export default function ThemedImage({ sources, className = '', alt = '', ...rest }: ThemedImageProps) {
  return (
    <>
      <img {...rest} src={sources.light} alt={alt} className={`in-light ${className}`.trim()} />
      <img {...rest} src={sources.dark} alt={alt} className={`in-dark ${className}`.trim()} />
    </>
  );
}
