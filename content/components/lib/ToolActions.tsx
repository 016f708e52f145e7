import { useRef, useState } from 'react';
import { EarlierStates } from './EarlierStates';
import { takeLastState, useEarlierStates } from './toolHistory';
import { toolAddress } from './toolLink';
import { currentSearch, flush, replaceSearch } from './toolState';

export type ToolActionsProps = {
  onReset?: () => void;
  /** A line about the state in a query; without it there is no list of earlier states. */
  summarize?: (search: string) => string;
};

function undo(): void {
  // A change of the last moment is one step, too.
  flush();
  const last = takeLastState(window.location.pathname);
  if (last !== undefined) replaceSearch(last);
}

/** Copies a link to the tool with its state, and restores earlier states. */
export function ToolActions({ onReset, summarize }: ToolActionsProps) {
  const earlier = useEarlierStates();
  const bar = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState('');
  const copy = async () => {
    if (!bar.current) return;
    const address = toolAddress(bar.current, currentSearch());
    try {
      await navigator.clipboard.writeText(address);
      setMessage('Link copied.');
    } catch {
      // Browsers refuse the clipboard on pages without HTTPS.
      setMessage(address);
    }
  };
  return (
    <>
      {summarize && earlier.length > 0 && <EarlierStates states={earlier} summarize={summarize} />}
      <div className="tool-actions" ref={bar}>
        <span role="status">{message}</span>
        <button type="button" className="tool-button" onClick={() => void copy()}>
          Copy link
        </button>
        {/* a11y: a button that becomes disabled loses the focus. */}
        <button type="button" className="tool-button" aria-disabled={earlier.length === 0} onClick={undo}>
          Undo
        </button>
        {onReset && (
          <button type="button" className="tool-button" onClick={onReset}>
            Reset
          </button>
        )}
      </div>
    </>
  );
}
