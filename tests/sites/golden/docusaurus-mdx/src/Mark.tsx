import { useState } from 'react';

/** A component that is only used in properties of others. */
export function Mark({ name }: { name: string }) {
  const [size] = useState(16);
  return (
    <svg width={size} viewBox="0 0 16 16" aria-label={name}>
      <path d="M0 0h16v16z" />
    </svg>
  );
}
