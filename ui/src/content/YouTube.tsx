import { Icon } from '../elements/Icon';
import { translate } from '../lib/text/translate';

export type YouTubeProps = {
  id: string;
  title: string;
  /** Seconds. */
  start?: number;
  /** The path of an image of this site. */
  poster?: string;
  caption?: string;
};

/**
 * A link to a video that `enhancements/enhanceYouTube.ts` replaces by the player on a click. Before the click the browser
 * sends no request to another host. Without script the link opens YouTube.
 */
export default function YouTube({ id, title, start, poster, caption }: YouTubeProps) {
  const query = start === undefined ? '' : `&t=${start}`;
  return (
    <figure className="video">
      <a
        className="youtube"
        href={`https://www.youtube.com/watch?v=${encodeURIComponent(id)}${query}`}
        target="_blank"
        rel="noopener noreferrer"
        data-youtube={id}
        data-start={start}
        data-title={title}
      >
        {poster !== undefined && <img src={poster} alt="" loading="lazy" decoding="async" />}
        <span className="youtube-play">
          <Icon name="chevron" />
          {translate('content.youtube.play', 'Play: {title}', { title })}
        </span>
        <span className="youtube-note">
          {translate(
            'content.youtube.consent',
            'A click loads the video from YouTube, which then learns your address.',
          )}
        </span>
      </a>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
