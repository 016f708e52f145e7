import { recordState } from './toolHistory';
import { flush, replaceSearch } from './toolState';

export type EarlierStatesProps = { states: string[]; summarize: (search: string) => string };

function restore(search: string): void {
  flush();
  recordState(window.location.pathname, window.location.search);
  replaceSearch(search);
}

/** The earlier states of this tab, the newest first; a press restores one. */
export function EarlierStates({ states, summarize }: EarlierStatesProps) {
  return (
    <details className="tool-earlier">
      <summary>{`Earlier states (${states.length})`}</summary>
      <ul>
        {states
          .map((search, at) => (
            <li key={at}>
              <button type="button" className="tool-button" onClick={() => restore(search)}>
                {summarize(search)}
              </button>
            </li>
          ))
          .reverse()}
      </ul>
    </details>
  );
}
