import { parseHitUrl } from './hits';
import type { FigureAnswer } from './types';

export type FigureBoxProps = { figure: FigureAnswer; externalUrlRegex: string | null; onFollow?: () => void };

/** The figure that a query names, with a link to the section that has it. */
export function FigureBox({ figure, externalUrlRegex, onFollow }: FigureBoxProps) {
  const { title, heading, figures, sentence } = figure;
  const { href } = parseHitUrl(figure.url, externalUrlRegex);
  return (
    <aside className="hit-answer">
      <a href={href} {...(onFollow && { onClick: onFollow })}>
        {heading === title ? title : `${heading}, ${title}`}
      </a>
      {sentence !== undefined && <p>{sentence}</p>}
      {figures.length > 0 && (
        <dl>
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </aside>
  );
}
