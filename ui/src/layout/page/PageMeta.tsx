import { formatDate } from '../../lib/text/date';
import { translate } from '../../lib/text/translate';
import type { PageProps, SiteProps } from '../../model';
import { CopyMarkdown } from './CopyMarkdown';
import { Icon } from '../../elements/Icon';
import { Link } from '../../elements/Link';

export type PageMetaProps = { page: PageProps; site: SiteProps };

/** The edit link, the copy button, and the last change of the page. */
export function PageMeta({ page, site: { report, locale } }: PageMetaProps) {
  const { editUrl, lastUpdate, slots } = page;
  if (editUrl === null && lastUpdate === null && slots === 0) return null;
  return (
    <div className="after">
      {editUrl !== null && (
        <Link href={editUrl} external className="edit">
          <Icon name="edit" />
          {translate('theme.common.editThisPage', 'Edit this page')}
        </Link>
      )}
      {report !== undefined && (
        <Link href={reportUrl(report, page)} external>
          {translate('theme.page.report', 'Report an error')}
        </Link>
      )}
      {slots > 0 && <CopyMarkdown path={page.path} />}
      {lastUpdate && (
        <span>
          {translate('theme.lastUpdated.lastUpdated', 'Last updated')}
          {lastUpdate.date !== null && (
            <>
              {' '}
              {translate('theme.lastUpdated.on', 'on')}{' '}
              <time dateTime={lastUpdate.date}>{formatDate(lastUpdate.date, 'long', locale)}</time>
            </>
          )}
          {lastUpdate.author !== null && ` ${translate('theme.lastUpdated.by', 'by')} ${lastUpdate.author}`}
        </span>
      )}
    </div>
  );
}

function reportUrl(template: string, { title, canonical }: PageProps): string {
  return template.replace('{title}', encodeURIComponent(title)).replace('{url}', encodeURIComponent(canonical));
}
