export type LoadErrorProps = {
  /** What could not be loaded, as the start of the sentence. */
  what: string;
  retry: () => void;
};

/** A failed download, and a button that tries again. */
export function LoadError({ what, retry }: LoadErrorProps) {
  return (
    <p role="alert">
      {`${what} could not be loaded. `}
      <button type="button" className="tool-button" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
