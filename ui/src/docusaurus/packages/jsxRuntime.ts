/** In place of `react/jsx-runtime` in a site's own modules. They may be written for React 18, which Docusaurus has. */

import type { ElementType, Key, ReactElement } from 'react';
import { jsx as create, jsxs as createWithList } from 'react/jsx-runtime';
import { withDefaults } from '../../lib/defaultProps';

export { Fragment } from 'react/jsx-runtime';

type Props = Record<string, unknown>;

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return create(type, withoutStandIn(type, withDefaults(type, props)), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return createWithList(type, withoutStandIn(type, withDefaults(type, props)), key);
}

/** React refuses an element whose style is a function, as what a hook of a missing package returns is (`missingModule.ts`). */
function withoutStandIn(type: ElementType, props: Props): Props {
  if (typeof type !== 'string' || typeof props.style !== 'function') return props;
  const { style: _, ...others } = props;
  return others;
}
