import { translate } from '../../lib/text/translate';
import type { PageProps } from '../../model';

export type FallbackNoticeProps = { page: PageProps };

/** A notice that the article is not translated into the language of the page. */
export function FallbackNotice({ page: { fallback } }: FallbackNoticeProps) {
  if (!fallback) return null;
  const { language } = fallback;
  return (
    <p className="notice" role="note">
      {translate('theme.fallback.notice', 'This page is not translated yet. Its text is in {language}.', { language })}
    </p>
  );
}
