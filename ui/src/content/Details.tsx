import type { ReactNode } from 'react';
import { translate } from '../lib/text/translate';

export type DetailsProps = { summary?: ReactNode; open?: boolean; children?: ReactNode };

export default function Details({
  summary = translate('theme.common.details', 'Details'),
  open = false,
  children,
}: DetailsProps) {
  return (
    <details open={open}>
      <summary>{summary}</summary>
      <div className="details-b">{children}</div>
    </details>
  );
}
