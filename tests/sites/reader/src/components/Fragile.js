import React, { useState } from 'react';

export const interactive = true;

export default function Fragile() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('the part broke', { cause: new Error('it was thin') });
  return <button onClick={() => setBroken(true)}>Break</button>;
}
