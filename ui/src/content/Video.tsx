export type VideoProps = {
  src: string;
  caption?: string;
  poster?: string;
  /** The accessible name; by default the caption. */
  title?: string;
  width?: number | string;
  height?: number | string;
  loop?: boolean;
  muted?: boolean;
  /** Address of a WebVTT file. */
  captions?: string;
};

/** A video with controls; nothing of it is downloaded before a reader starts it. */
export default function Video({ src, caption, title = caption, captions, ...rest }: VideoProps) {
  return (
    <figure className="video">
      <video src={src} controls preload="none" playsInline aria-label={title} {...rest}>
        {captions !== undefined && <track kind="captions" src={captions} />}
        <a href={src}>{title ?? src}</a>
      </video>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
