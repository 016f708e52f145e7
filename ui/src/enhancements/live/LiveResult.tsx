import { Component, type ReactNode } from 'react';
import { causeChain } from '../../lib/browser/crash';
import { evaluate, type LiveCode } from './evaluate';

export type LiveResultProps = { live: LiveCode };

type State = { element: ReactNode; error: unknown };

/** What live code shows, or why it cannot: its syntax, what it throws when it runs, and when it is rendered. */
export class LiveResult extends Component<LiveResultProps, State> {
  override state: State = run(this.props.live);

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { element: null, error };
  }

  override render(): ReactNode {
    const { element, error } = this.state;
    return error === undefined ? element : <pre className="live-error">{causeChain(error).join('\n')}</pre>;
  }
}

function run(live: LiveCode): State {
  try {
    return { element: evaluate(live), error: undefined };
  } catch (error) {
    return { element: null, error: error ?? new Error() };
  }
}
