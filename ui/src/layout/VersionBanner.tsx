import { translate } from '../lib/translate';
import type { VersionNotice } from '../model';

export type VersionBannerProps = { notice: VersionNotice | undefined; siteTitle: string };

/** Says that the page is of a version that readers should not rely on, and where the last one is. */
export function VersionBanner({ notice, siteTitle }: VersionBannerProps) {
  if (!notice?.banner) return null;
  const { banner, label: versionLabel, latest } = notice;
  const values = { siteTitle, versionLabel };
  return (
    <div className="notice warn" role="alert">
      <p>
        {banner === 'unreleased'
          ? translate(
              'theme.docs.versions.unreleasedVersionLabel',
              'This is unreleased documentation for {siteTitle} {versionLabel} version.',
              values,
            )
          : translate(
              'theme.docs.versions.unmaintainedVersionLabel',
              'This is documentation for {siteTitle} {versionLabel}, which is no longer actively maintained.',
              values,
            )}
      </p>
      {latest && <LatestVersion {...latest} />}
    </div>
  );
}

function LatestVersion({ title, href }: { title: string; href: string }) {
  const [before, after] = translate(
    'theme.docs.versions.latestVersionSuggestionLabel',
    'For up-to-date documentation, see the {latestVersionLink} ({versionLabel}).',
    { versionLabel: title },
  ).split('{latestVersionLink}');
  return (
    <p>
      {before}
      <a href={href}>{translate('theme.docs.versions.latestVersionLinkLabel', 'latest version')}</a>
      {after}
    </p>
  );
}
