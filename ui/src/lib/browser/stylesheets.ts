/** Links style sheets that a page brings along, and waits for them, so that it is never shown without. */

export async function linkStyles(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.filter((url) => !isLinked(url)).map(link));
}

/** A sheet on another host carries its integrity behind a `#`. */
function split(url: string): [address: string, integrity: string] {
  const [address = '', integrity = ''] = url.split('#');
  return [address, integrity];
}

/** A document may have two sheets in one file, which says what it holds. */
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
    // A sheet that fails leaves plain but readable text: no reason to keep the page back.
    element.onload = element.onerror = () => resolve();
    document.head.append(element);
  });
}
