import { useEffect, useRef } from 'react';

export const interactive = true;

/** Writes style sheets as packages do: text, single rules, and text in a shadow tree. */
export default function Styled() {
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const own = host.current;
    if (own === null) return;
    const text = document.createElement('style');
    document.head.append(text);
    text.append('.styled { color: rgb(1, 2, 3) }');
    const rules = document.head.appendChild(document.createElement('style'));
    rules.sheet?.insertRule('.styled { width: 123px }');
    const shadow = own.shadowRoot ?? own.attachShadow({ mode: 'open' });
    const inner = document.createElement('style');
    inner.textContent = 'b { font-size: 45px }';
    shadow.append(inner, document.createElement('b'));
    return () => {
      text.remove();
      rules.remove();
    };
  }, []);
  return (
    <p className="styled">
      styled <span ref={host} />
    </p>
  );
}
