import type { ReactNode } from 'react';
import { useReady } from './toolState';

export type ToolProps = {
  title: string;
  /** Takes back what was entered; the served page has nothing to take back. */
  onReset?: () => void;
  children: ReactNode;
};

/** The frame of a tool. Until script runs its controls are disabled and show the worked case. */
export function Tool({ title, onReset, children }: ToolProps) {
  const isReady = useReady();
  return (
    <section className="tool" aria-label={title} data-drawn="">
      <div className="tool-head">
        <p className="tool-title">{title}</p>
        {onReset && (
          <button type="button" className="tool-button" disabled={!isReady} onClick={onReset}>
            Reset
          </button>
        )}
      </div>
      <p className="tool-plain">Without script this shows one worked case.</p>
      <fieldset className="tool-controls" disabled={!isReady}>
        {children}
      </fieldset>
    </section>
  );
}
