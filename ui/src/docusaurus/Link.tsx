import ContentLink, { type LinkProps } from '../content/Link';
import useBaseUrl from './useBaseUrl';

/** Docusaurus' link inside of components: a path gets the base path. */
export default function Link({ to, href, ...rest }: LinkProps) {
  const target = to ?? href;
  return <ContentLink href={target?.startsWith('/') ? useBaseUrl(target) : target} {...rest} />;
}
