/** In place of `react/jsx-runtime` in a site's own modules. They may be written for React 18, which Docusaurus has. */

import type { ElementType, Key, ReactElement } from 'react';
import { jsx as create, jsxs as createWithList } from 'react/jsx-runtime';
import { withDefaults } from '../../lib/defaultProps';

export { Fragment } from 'react/jsx-runtime';

type Props = Record<string, unknown>;

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return create(type, withDefaults(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return createWithList(type, withDefaults(type, props), key);
}
