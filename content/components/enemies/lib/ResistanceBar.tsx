export type ResistanceBarProps = { value: number | string };

/** A bar on an axis from −50 to 100; immunity is dashed, not solid. */
export function ResistanceBar({ value }: ResistanceBarProps) {
  const clamped = typeof value === 'number' ? Math.max(-50, Math.min(100, value)) : null;
  return (
    <svg className="bar" viewBox="0 0 150 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-track" y="4" width="150" height="8" />
      {clamped === null ? (
        <path className="bar-immune" d="M50 8h100" />
      ) : (
        <rect className="bar-value" x={clamped < 0 ? 50 + clamped : 50} y="4" width={Math.abs(clamped)} height="8" />
      )}
      <path className="bar-zero" d="M50 0v16" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
