import { translate } from '../../lib/text/translate';
import type { VersionNotice } from '../../model';

export type VersionBadgeProps = { notice: VersionNotice | undefined };

export function VersionBadge({ notice }: VersionBadgeProps) {
  if (!notice?.badge) return null;
  const versionLabel = notice.label;
  return (
    <p className={`version ${notice.className}`}>
      {translate('theme.docs.versionBadge.label', 'Version: {versionLabel}', { versionLabel })}
    </p>
  );
}
