import { formatDate } from '../lib/date';
import { translate } from '../lib/translate';
import type { PageProps, SiteProps } from '../model';
import { Icon } from './Icon';

export type PageMetaProps = { page: PageProps; locale: SiteProps['locale'] };

/** Where to edit the page, and who changed it last. */
export function PageMeta({ page: { editUrl, lastUpdate }, locale }: PageMetaProps) {
  if (editUrl === null && lastUpdate === null) return null;
  return (
    <div className="after">
      {editUrl !== null && (
        <a href={editUrl} target="_blank" rel="noopener noreferrer" className="edit">
          <Icon name="edit" />
          {translate('theme.common.editThisPage', 'Edit this page')}{' '}
          <span className="vh">{translate('theme.common.opensInNewTab', '(opens in new tab)')}</span>
        </a>
      )}
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
