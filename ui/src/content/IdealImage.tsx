export type IdealImageProps = {
  /** An address, or what a bundler makes of a picture. */
  img: string | { src: string | { src: string }; preSrc?: string; default?: string };
  alt?: string;
  title?: string;
  width?: number | string;
  height?: number | string;
  className?: string;
};

/** A picture that is loaded when it comes near. */
export default function IdealImage({ img, alt = '', ...rest }: IdealImageProps) {
  return <img src={address(img)} alt={alt} loading="lazy" decoding="async" {...rest} />;
}

function address(img: IdealImageProps['img']): string {
  if (typeof img === 'string') return img;
  if (img.default !== undefined) return img.default;
  return typeof img.src === 'string' ? img.src : img.src.src;
}
