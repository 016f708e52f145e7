/** Tables of contents inside a component; those of pages are the shell's. */

import type { ReactNode } from 'react';
import Details from '../../content/Details';
import TOCInline, { type TOCInlineProps } from '../../content/TOCInline';
import { translate } from '../../lib/text/translate';

export type TOCProps = Partial<TOCInlineProps> & { className?: string; children?: ReactNode };

export function TOC({ toc = [], minHeadingLevel, maxHeadingLevel, className }: TOCProps) {
  return (
    <nav className={className}>
      <TOCInline toc={toc} minHeadingLevel={minHeadingLevel} maxHeadingLevel={maxHeadingLevel} />
    </nav>
  );
}

export function TOCCollapsible(props: TOCProps) {
  return (
    <Details summary={translate('theme.TOCCollapsible.toggleButtonLabel', 'On this page')}>
      <TOC {...props} />
    </Details>
  );
}
