import {useState} from 'react';

/** Renders its value by functions that it is given. */
export default function Counter({render, children}) {
  const [value, setValue] = useState(1);
  return <button onClick={() => setValue(value + 1)}>{render ? render(value) : children(value)}</button>;
}
