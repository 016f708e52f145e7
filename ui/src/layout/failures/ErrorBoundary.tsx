import { Component, type ReactNode } from 'react';
import { onCrash } from '../../lib/browser/crash';
import { CrashScreen } from './CrashScreen';

export type ErrorBoundaryProps = {
  /** A change clears the error: the reader has left the page. */
  resetKey: string;
  /** True around `main`: errors of islands are shown here, too. */
  catchesIslandErrors?: boolean;
  children: ReactNode;
};

type State = { error: unknown; crashed: boolean; resetKey: string };

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, crashed: false, resetKey: this.props.resetKey };
  private stop: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, crashed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, crashed: false, resetKey: props.resetKey };
  }

  override componentDidMount(): void {
    if (this.props.catchesIslandErrors) this.stop = onCrash((error) => this.setState({ error, crashed: true }));
  }

  override componentWillUnmount(): void {
    this.stop?.();
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <CrashScreen
        error={this.state.error}
        bare={!this.props.catchesIslandErrors}
        onRetry={() => this.setState({ error: null, crashed: false })}
      />
    );
  }
}
