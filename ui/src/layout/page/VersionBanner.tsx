import { translate } from '../../lib/text/translate';
import { versionSlot } from '../../lib/menus/versions';
import type { PageLink, PageProps, SiteProps } from '../../model';

export type VersionBannerProps = { page: PageProps; site: SiteProps };

/** A notice that the page belongs to an old or unreleased version, with a link to the latest one. */
export function VersionBanner({ page: { versionNotice: notice, searchTag, version }, site }: VersionBannerProps) {
  if (!notice?.banner) return null;
  const { banner, label: versionLabel, latest } = notice;
  const values = { siteTitle: site.title, versionLabel };
  // `docs-{plugin}-{version}`
  const plugin = searchTag.slice('docs-'.length, -(version ?? '').length - 1);
  const choose = () => versionSlot(plugin).set(site.versions?.[plugin]?.[0] ?? '');
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
      {latest && <LatestVersion {...latest} onChoose={choose} />}
    </div>
  );
}

function LatestVersion({ title, href, onChoose }: PageLink & { onChoose: () => void }) {
  const [before, after] = translate(
    'theme.docs.versions.latestVersionSuggestionLabel',
    'For up-to-date documentation, see the {latestVersionLink} ({versionLabel}).',
    { versionLabel: title },
  ).split('{latestVersionLink}');
  return (
    <p>
      {before}
      <a href={href} onClick={onChoose}>
        {translate('theme.docs.versions.latestVersionLinkLabel', 'latest version')}
      </a>
      {after}
    </p>
  );
}
