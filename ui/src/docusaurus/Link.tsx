import ContentLink, { type LinkProps } from '../content/Link';
import useBaseUrl from './useBaseUrl';

const OUTSIDE = 'pathname://';

/** Docusaurus' link: adds the base path to a path, except with the prefix `pathname://`, which means another site. */
export default function Link({ to, href, ...rest }: LinkProps) {
  const target = to ?? href;
  if (target?.startsWith(OUTSIDE))
    return <ContentLink href={target.slice(OUTSIDE.length)} data-full-load="" {...rest} />;
  return <ContentLink href={target?.startsWith('/') ? useBaseUrl(target) : target} {...rest} />;
}
