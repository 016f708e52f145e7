import { useEffect, useState } from 'react';
import { load } from './lib/load';

export default function Stars() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    fetch('https://allowed.example/stars').then(setCount);
    fetch('/own').then(setCount);
    load().then(setCount);
  }, []);
  return <p>{count}</p>;
}
