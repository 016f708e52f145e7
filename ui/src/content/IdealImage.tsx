import type { ImgHTMLAttributes } from 'react';

export type IdealImageProps = {
  /** A URL, the compiler's object for an image file, or that of a bundler. */
  img: string | ImageFile;
  alt?: string;
  title?: string;
  width?: number | string;
  height?: number | string;
  className?: string;
} & ImgHTMLAttributes<HTMLImageElement>;

type ImageFile = Sized & { src: string | { src: string }; preSrc?: string; default?: string };
type Sized = { width?: number; height?: number; srcSet?: string; sizes?: string };

/** A lazily loaded image; the browser chooses the smallest copy that is large enough. */
export default function IdealImage({ img, alt = '', ...rest }: IdealImageProps) {
  return <img {...sizesOf(img)} src={address(img)} alt={alt} loading="lazy" decoding="async" {...rest} />;
}

function sizesOf(img: IdealImageProps['img']): Sized {
  if (typeof img === 'string') return {};
  const { width, height, srcSet, sizes } = img;
  return { width, height, srcSet, sizes };
}

function address(img: IdealImageProps['img']): string {
  if (typeof img === 'string') return img;
  if (img.default !== undefined) return img.default;
  return typeof img.src === 'string' ? img.src : img.src.src;
}
