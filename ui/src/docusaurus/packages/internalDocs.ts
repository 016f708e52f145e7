/** Stands for `docusaurus-plugin-internaldocs-fb/internal`, which chooses between what its makers and what others see. */

import type { ReactNode } from 'react';

export function isInternal(): boolean {
  return false;
}

export function FbInternalOnly(): null {
  return null;
}

export function OssOnly({ children }: { children?: ReactNode }): ReactNode {
  return children;
}

type Variants = { internal?: unknown; external?: unknown };

function chosen(value: unknown): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

export function fbContent({ external }: Variants): unknown {
  return chosen(external);
}

export function fbInternalOnly(_value: unknown): undefined {
  return undefined;
}

export function ossOnly(value: unknown): unknown {
  return chosen(value);
}

export default { isInternal, FbInternalOnly, OssOnly, fbContent, fbInternalOnly, ossOnly };
