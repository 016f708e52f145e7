/** Keeps `<head>` in step with the page after a client navigation. The served head is written by the compiler. */

import type { PageProps, SiteProps } from '../model';

export function applyHead(page: PageProps, site: SiteProps): void {
  document.title = page.headTitle;
  const isPost = page.content.kind === 'blog-post';
  setMeta('name', 'description', page.description);
  setMeta('property', 'og:description', page.description);
  setMeta('property', 'og:title', page.headTitle);
  setMeta('property', 'og:url', page.canonical);
  setMeta('property', 'og:type', isPost ? 'article' : 'website');
  setMeta('property', 'article:published_time', page.content.kind === 'blog-post' ? page.content.post.date : null);
  setMeta('name', 'robots', page.noIndex ? 'noindex' : null);
  for (const name of ['docusaurus_tag', 'docsearch:docusaurus_tag']) setMeta('name', name, page.searchTag);
  for (const name of ['docusaurus_version', 'docsearch:version']) setMeta('name', name, page.version);
  setLink('canonical', page.canonical);
  setBreadcrumbs(page, site);
}

function setMeta(attribute: 'name' | 'property', name: string, content: string | null): void {
  const known = document.head.querySelector(`meta[${attribute}="${name}"]`);
  if (content === null) {
    known?.remove();
    return;
  }
  const meta = known ?? document.createElement('meta');
  meta.setAttribute(attribute, name);
  meta.setAttribute('content', content);
  if (!known) document.head.append(meta);
}

function setLink(rel: string, href: string): void {
  const known = document.head.querySelector(`link[rel="${rel}"]`);
  const link = known ?? document.createElement('link');
  link.setAttribute('rel', rel);
  link.setAttribute('href', href);
  if (!known) document.head.append(link);
}

function setBreadcrumbs(page: PageProps, site: SiteProps): void {
  const type = 'application/ld+json';
  const known = document.head.querySelector(`script[type="${type}"]`);
  if (page.breadcrumbs.length === 0) {
    known?.remove();
    return;
  }
  const script = known ?? document.createElement('script');
  script.setAttribute('type', type);
  script.textContent = breadcrumbList(page, site);
  if (!known) document.head.append(script);
}

export function breadcrumbList(page: PageProps, site: SiteProps): string {
  const itemListElement = page.breadcrumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: href === null ? page.canonical : site.url + href,
  }));
  return JSON.stringify({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement });
}
