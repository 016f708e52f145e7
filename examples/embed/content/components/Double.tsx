import { useState } from 'react';

/** Without it the component would be rendered at build only. */
export const interactive = true;

export default function Double({ start }: { start: number }) {
  const [value, setValue] = useState(start);
  return (
    <button type="button" onClick={() => setValue(value + 1)}>
      {value * 2}
    </button>
  );
}
