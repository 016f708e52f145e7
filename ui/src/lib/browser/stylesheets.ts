/** Loads the style sheets of a page before it is shown. */

export async function linkStyles(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.filter((url) => !isLinked(url)).map(link));
}

/** The URL of a sheet on another host has its integrity hash after a `#`. */
function split(url: string): [address: string, integrity: string] {
  const [address = '', integrity = ''] = url.split('#');
  return [address, integrity];
}

/** A document can link one file that contains two sheets; `data-holds` names them. */
function isLinked(url: string): boolean {
  const { href } = new URL(split(url)[0], document.baseURI);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return links.some((known) => known.href === href || known.dataset.holds?.split(' ').includes(url));
}

function link(url: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.createElement('link');
    element.rel = 'stylesheet';
    const [address, integrity] = split(url);
    element.href = address;
    if (integrity !== '') {
      element.integrity = integrity;
      element.crossOrigin = 'anonymous';
    }
    // Without a sheet the page is readable, so a failed one does not prevent that it is shown.
    element.onload = element.onerror = () => resolve();
    document.head.append(element);
  });
}
