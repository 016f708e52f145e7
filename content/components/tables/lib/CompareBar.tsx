import { createPortal } from 'react-dom';
import { MAX_COMPARED } from './compare';

export type CompareBarProps = {
  /** The end of the page's content: the bar belongs to all lists of the page. */
  host: HTMLElement;
  count: number;
  onShow: () => void;
  onEnd: () => void;
};

/** Says how many are chosen, and leads to the comparison; it stays in sight while the reader chooses. */
export function CompareBar({ host, count, onShow, onEnd }: CompareBarProps) {
  return createPortal(
    <div className="compare-bar">
      <span role="status">
        {count < 2 ? `${count} of ${MAX_COMPARED} chosen: tick two or more` : `${count} of ${MAX_COMPARED} chosen`}
      </span>
      {/* a11y: a button that becomes disabled loses the focus. */}
      <button type="button" className="compare-button" aria-disabled={count < 2} onClick={onShow}>
        Show comparison
      </button>
      <button type="button" className="compare-button" onClick={onEnd}>
        End comparison
      </button>
    </div>,
    host,
  );
}
