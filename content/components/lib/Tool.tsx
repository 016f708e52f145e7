import type { ReactNode } from 'react';
import { ToolActions } from './ToolActions';
import { useReady } from './toolState';

export type ToolProps = {
  /** Names the region; the page has a heading above it. */
  title: string;
  /** Resets the inputs; absent on the served page. */
  onReset?: () => void;
  /** A line about the state in a query, for the list of earlier states. */
  summarize?: (search: string) => string;
  children: ReactNode;
};

/** The frame of a tool. Until script runs it shows the worked case. */
export function Tool({ title, onReset, summarize, children }: ToolProps) {
  const isReady = useReady();
  return (
    <section className="tool" aria-label={title} data-generated="">
      <p className="tool-plain">Without script this shows one worked case.</p>
      <fieldset className="tool-controls" data-served={isReady ? undefined : ''}>
        {children}
      </fieldset>
      <ToolActions onReset={onReset} summarize={summarize} />
    </section>
  );
}
