/** The messages and the parts around them that `@docusaurus/theme-common` exports. */

import { Children, isValidElement, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { site } from 'virtual:bindery-site';
import { translate } from '../../lib/text/translate';
import Head from '../Head';
import { ErrorBoundary } from '../defaultExports';

export function translateTagsPageTitle(): string {
  return translate('theme.tags.tagsPageTitle', 'Tags');
}

/** The shell marks pages that are not listed and drafts; these are for components that do so as well. */
export function UnlistedBannerTitle() {
  return translate('theme.contentVisibility.unlistedBanner.title', 'Not listed');
}

export function UnlistedBannerMessage() {
  return translate('theme.contentVisibility.unlistedBanner.message', 'No other page leads to this one.');
}

export function UnlistedMetadata() {
  return (
    <Head>
      <meta name="robots" content="noindex, nofollow" />
    </Head>
  );
}

export function DraftBannerTitle() {
  return translate('theme.contentVisibility.draftBanner.title', 'Draft');
}

export function DraftBannerMessage() {
  return translate('theme.contentVisibility.draftBanner.message', 'This page is not published.');
}

export function ErrorBoundaryTryAgainButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...props}>
      {translate('theme.ErrorPageContent.tryAgain', 'Try again')}
    </button>
  );
}

export type ErrorProps = { error: Error };

export function ErrorBoundaryError({ error }: ErrorProps) {
  return <p role="alert">{error.message}</p>;
}

export function ErrorBoundaryErrorMessageFallback({ error, tryAgain }: ErrorProps & { tryAgain: () => void }) {
  return (
    <div>
      <ErrorBoundaryError error={error} />
      <ErrorBoundaryTryAgainButton onClick={tryAgain} />
    </div>
  );
}

export { ErrorBoundary as ErrorCauseBoundary };

export const SkipToContentFallbackId = '__docusaurus_skipToContent_fallback';

/** The shell has its own. */
export function SkipToContentLink(): null {
  return null;
}

/** The shell has no second menu. */
export function NavbarSecondaryMenuFiller(): null {
  return null;
}

export function useContextualSearchFilters(): { locale: string; tags: string[] } {
  return { locale: site.locale ?? 'en', tags: ['default'] };
}

export function useAnchorTargetClassName(_id: string | undefined): string | undefined {
  return undefined;
}

type AdmonitionProps = { children?: ReactNode; title?: ReactNode };

/** The properties of an admonition with its title, where that is the first element inside. */
export function processAdmonitionProps<Props extends AdmonitionProps>(props: Props): Props {
  const items = Children.toArray(props.children);
  const isTitle = (item: ReactNode) =>
    isValidElement<AdmonitionProps>(item) && (item.type as unknown) === 'mdxAdmonitionTitle';
  const title = items.find(isTitle);
  if (!isValidElement<AdmonitionProps>(title)) return props;
  const children = items.filter((item) => item !== title);
  return { ...props, title: props.title ?? title.props.children, children };
}

type Provider = (props: { children?: ReactNode }) => ReactNode;

/** A component that is several, each inside the one before. */
export function composeProviders(providers: Provider[]): Provider {
  return ({ children }) => providers.reduceRight((inside, Own) => <Own>{inside}</Own>, children);
}
