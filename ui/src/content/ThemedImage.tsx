import type { ImgHTMLAttributes } from 'react';

export type ThemedImageProps = {
  sources: { light: string; dark: string };
  alt?: string;
  className?: string;
} & ImgHTMLAttributes<HTMLImageElement>;

/** Two pictures, for light and for dark colours; CSS shows the one of the mode in effect. */
export default function ThemedImage({ sources, className = '', alt = '', ...rest }: ThemedImageProps) {
  return (
    <>
      <img {...rest} src={sources.light} alt={alt} className={`in-light ${className}`.trim()} />
      <img {...rest} src={sources.dark} alt={alt} className={`in-dark ${className}`.trim()} />
    </>
  );
}
