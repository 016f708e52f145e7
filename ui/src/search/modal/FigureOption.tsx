import { figureTitle } from '../messages';
import type { Choice, ChoicesProps, FigureAnswer } from '../types';
import { intoView } from './intoView';

export type FigureOptionProps = Pick<ChoicesProps, 'current' | 'onChoose'> & {
  figure: FigureAnswer;
  choice: Choice;
  onPoint: () => void;
};

/** The figure that a query names, as an option that arrow keys reach. */
export function FigureOption({ figure, choice, current, onChoose, onPoint }: FigureOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and handles keys (`aria-activedescendant`).
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles keys (`aria-activedescendant`).
    <div
      role="option"
      id={choice.id}
      className="sx-hit hit-answer"
      aria-selected={choice === current}
      ref={choice === current ? intoView : null}
      onClick={(event) => onChoose(choice.saved, event)}
      onMouseMove={onPoint}
    >
      <span className="sx-text">
        <span className="sx-title">{figureTitle(figure)}</span>{' '}
        {figure.sentence !== undefined && <span>{figure.sentence}</span>}
        {figure.figures.map(({ name, value }, index) => (
          <span key={index} className="sx-figure">
            <span>{name}</span> <b>{value}</b>{' '}
          </span>
        ))}
      </span>
    </div>
  );
}
