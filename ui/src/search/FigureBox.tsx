import { useId } from 'react';
import { parseHitUrl } from './hits';
import { figureTitle } from './messages';
import type { FigureAnswer } from './types';

export type FigureBoxProps = { figure: FigureAnswer; externalUrlRegex: string | null };

/** The figure that a query names, with a link to the section that has it. */
export function FigureBox({ figure, externalUrlRegex }: FigureBoxProps) {
  const { figures, sentence } = figure;
  const { href } = parseHitUrl(figure.url, externalUrlRegex);
  const titleId = useId();
  return (
    <section className="hit-answer" aria-labelledby={titleId}>
      <a href={href} id={titleId}>
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
