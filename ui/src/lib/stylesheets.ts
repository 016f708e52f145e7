/** Links style sheets that a page brings along, and waits for them, so that it is never shown without. */

export async function linkStyles(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.filter((url) => !isLinked(url)).map(link));
}

function isLinked(url: string): boolean {
  const { href } = new URL(url, document.baseURI);
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some((known) => known.href === href);
}

function link(url: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.createElement('link');
    element.rel = 'stylesheet';
    element.href = url;
    // A sheet that fails leaves plain but readable text: no reason to keep the page back.
    element.onload = element.onerror = () => resolve();
    document.head.append(element);
  });
}
