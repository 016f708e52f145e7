import { useAnnouncement } from '../../hooks/useAnnouncement';
import { translate } from '../../lib/text/translate';
import type { SiteProps } from '../../model';
import { Icon } from '../../elements/Icon';

export type AnnouncementBarProps = { bar: SiteProps['announcement'] };

export function AnnouncementBar({ bar }: AnnouncementBarProps) {
  const { isClosed, close } = useAnnouncement(bar?.id);
  if (!bar || isClosed) return null;
  return (
    <div className="announce" role="banner" data-page-behind="">
      <div className="raw" dangerouslySetInnerHTML={{ __html: bar.html }} />
      {bar.closeable && (
        <button
          type="button"
          className="js"
          aria-label={translate('theme.AnnouncementBar.closeButtonAriaLabel', 'Close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
