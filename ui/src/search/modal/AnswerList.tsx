import { Icon, isIconName, type IconName } from '../../elements/Icon';
import { isSection, type Hit } from '../hits';
import { HighlightedText } from '../HighlightedText';
import { figureTitle, toolLabel } from '../messages';
import type { ChoicesProps, FigureAnswer } from '../types';
import { FigureOption } from './FigureOption';
import { intoView } from './intoView';

export type AnswerListProps = ChoicesProps & { figure: FigureAnswer | null; hits: readonly Hit[] };

/** a11y: the figure and options in groups; nothing in an option takes the focus. */
export function AnswerList({ figure, hits, choices, current, onChoose, onPoint }: AnswerListProps) {
  const parts = [...new Set(hits.map(({ levels }) => levels[0] ?? ''))];
  // The figure is the first choice.
  const before = figure ? 1 : 0;
  const label = [...(figure ? [figureTitle(figure)] : []), ...parts].join(', ');
  return (
    <div role="listbox" id="search-choices" className="sx-list" aria-label={label}>
      {figure && choices[0] && (
        <FigureOption figure={figure} choice={choices[0]} {...{ current, onChoose }} onPoint={() => onPoint(0)} />
      )}
      {parts.map((part, number) => (
        <div role="group" key={part} aria-labelledby={`search-part-${number}`}>
          <div className="sx-part" id={`search-part-${number}`} role="presentation">
            {part}
          </div>
          {hits.map((hit, index) => {
            const choice = choices[before + index];
            if ((hit.levels[0] ?? '') !== part || !choice) return null;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and handles keys (`aria-activedescendant`).
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles keys (`aria-activedescendant`).
              <div
                role="option"
                key={choice.id}
                id={choice.id}
                className="sx-hit"
                aria-selected={choice === current}
                data-element={hit.element}
                ref={choice === current ? intoView : null}
                onClick={(event) => onChoose(choice.saved, event)}
                onMouseMove={() => onPoint(before + index)}
              >
                <Icon name={iconOf(hit)} />
                <span className="sx-text">
                  <span className="sx-title">
                    {isSection(hit) && <span className="sx-of">{hit.levels[1]}: </span>}
                    <HighlightedText pieces={hit.title} />
                    {hit.isTool && <span className="hit-kind"> {toolLabel()}</span>}
                  </span>
                  {pathOf(hit) !== '' && <span className="sx-path">{pathOf(hit)}</span>}
                  {hit.summary.length > 0 && (
                    <span className="sx-path">
                      <HighlightedText pieces={hit.summary} />
                    </span>
                  )}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function iconOf({ element, type }: Hit): IconName {
  if (isIconName(element)) return element;
  return type === 'lvl1' ? 'document' : 'chevron';
}

/** The headings between the page and the section. */
function pathOf({ levels }: Hit): string {
  const names = levels.slice(2).filter(Boolean);
  return names.slice(0, -1).join(' › ');
}
