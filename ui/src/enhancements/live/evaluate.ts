/**
 * Runs the code of a live block without `eval`, which the Content-Security-Policy refuses: JSX becomes calls in the syntax
 * tree, and an interpreter runs the tree.
 */

import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import { buildJsx } from 'estree-util-build-jsx';
import React, { createElement, Fragment, type ComponentType, type ReactElement, type ReactNode } from 'react';
import Sval from 'sval';

/** What code can name without an import: each is also a property of `React`. */
const NAMES = [
  'Children',
  'cloneElement',
  'Component',
  'createContext',
  'createElement',
  'forwardRef',
  'Fragment',
  'isValidElement',
  'memo',
  'PureComponent',
  'startTransition',
  'Suspense',
  'useCallback',
  'useContext',
  'useDeferredValue',
  'useEffect',
  'useId',
  'useImperativeHandle',
  'useLayoutEffect',
  'useMemo',
  'useReducer',
  'useRef',
  'useState',
  'useSyncExternalStore',
  'useTransition',
] as const;

const EXPORTS = Object.fromEntries(NAMES.map((name) => [name, React[name]]));

export type LiveCode = { code: string; callsRender: boolean; scope: Record<string, unknown> };

/** What the code shows: an element, or a component. Code that calls `render` shows what it passes. */
export function evaluate({ code, callsRender, scope }: LiveCode): ReactElement {
  const shown: { value?: unknown } = {};
  const render = (value: unknown) => {
    shown.value = value;
  };
  const interpreter = new Sval({ ecmaVer: 'latest', sourceType: 'script', sandBox: false });
  interpreter.import({ React: EXPORTS, ...EXPORTS, ...scope, render });
  const own = code.trim().replace(/;$/, '');
  const program = callsRender ? `(() => {${own}\n})();` : `render((${own}\n));`;
  const tree = Parser.extend(jsx()).parse(program, { ecmaVersion: 'latest', sourceType: 'script' });
  buildJsx(tree as never, { runtime: 'classic', pragma: 'React.createElement', pragmaFrag: 'React.Fragment' });
  interpreter.run(tree as never);
  return asElement(shown.value);
}

function asElement(value: unknown): ReactElement {
  if (typeof value === 'function') return createElement(value as ComponentType);
  return createElement(Fragment, null, value as ReactNode);
}
