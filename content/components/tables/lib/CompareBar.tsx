import { createPortal } from 'react-dom';
import { MAX_COMPARED, type Named } from './compare';

export type CompareBarProps = {
  /** The end of the page's content: the bar belongs to all lists of the page. */
  host: HTMLElement;
  named: Named;
  onShow: () => void;
  onEnd: () => void;
};

/** An address can name any number of things, and of any length. */
const MAX_LISTED = 4;
const MAX_LENGTH = 40;

/** `Not on this page: amos, rus.` */
function sentence(start: string, names: string[]): string {
  if (names.length === 0) return '';
  const listed = names.slice(0, MAX_LISTED).map((name) => name.slice(0, MAX_LENGTH));
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return ` ${start}: ${listed.join(', ')}${more}.`;
}

/** How many are chosen, and which names of the address are not. */
function statusOf({ keys, unknown, surplus }: Named): string {
  const chosen = `${keys.length} of ${MAX_COMPARED} chosen${keys.length < 2 ? ': tick two or more' : ''}`;
  const leftOut = sentence('Not on this page', unknown) + sentence(`More than ${MAX_COMPARED}`, surplus);
  return leftOut === '' ? chosen : `${chosen}.${leftOut}`;
}

/** Says how many are chosen, and leads to the comparison; it stays in sight while the reader chooses. */
export function CompareBar({ host, named, onShow, onEnd }: CompareBarProps) {
  return createPortal(
    <div className="compare-bar">
      <span role="status">{statusOf(named)}</span>
      {/* a11y: a button that becomes disabled loses the focus. */}
      <button type="button" className="compare-button" aria-disabled={named.keys.length < 2} onClick={onShow}>
        Show comparison
      </button>
      <button type="button" className="compare-button" onClick={onEnd}>
        End comparison
      </button>
    </div>,
    host,
  );
}
