import { useId } from 'react';
import { parseHitUrl } from './hits';
import { figureTitle } from './messages';
import type { FigureAnswer } from './types';

export type FigureBoxProps = { figure: FigureAnswer; externalUrlRegex: string | null; onFollow?: () => void };

/** The figure that a query names, with a link to the section that has it. */
export function FigureBox({ figure, externalUrlRegex, onFollow }: FigureBoxProps) {
  const { figures, sentence } = figure;
  const { href } = parseHitUrl(figure.url, externalUrlRegex);
  const titleId = useId();
  return (
    <section className="hit-answer" aria-labelledby={titleId}>
      <a href={href} id={titleId} {...(onFollow && { onClick: onFollow })}>
        {figureTitle(figure)}
      </a>
      {sentence !== undefined && <p>{sentence}</p>}
      {figures.length > 0 && (
        <dl>
          {figures.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
